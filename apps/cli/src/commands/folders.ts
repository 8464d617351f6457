import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../kernel/faults.ts';
import { table } from '../terminal/output.ts';
import { listFolders, requireFolder } from '../workspace/folders.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface Sharing {
  folderId: string;
  visibility: string;
  sharedWith: string[];
  readers: string[];
  organizationAccess: 'read' | 'write' | null;
}

const list = workspaceCommand('list')
  .description('folders, by name')
  .action((options) =>
    inWorkspace(options, async (workspace) => {
      const folders = await listFolders(workspace);
      const rows = folders.map(({ name, visibility, itemCount, id }) => [name, visibility, itemCount, id]);
      return { value: { folders }, text: () => table(['NAME', 'SEEN BY', 'ITEMS', 'ID'], rows, 'no folders yet') };
    }),
  );

const share = sharing('share', 'let a person, or everyone, see a folder and write into it; again: change what they can do')
  .option('--read', 'they can read what is in it, and change nothing')
  .action((wanted, { read, ...options }) => changeSharing('share_folder', wanted, options, { access: read ? 'read' : 'write' }));

const unshare = sharing('unshare', 'stop sharing a folder with a person, or with everyone').action((wanted, options) =>
  changeSharing('unshare_folder', wanted, options, {}),
);

function sharing(name: string, description: string) {
  return workspaceCommand(name)
    .description(description)
    .argument('<folder>', 'its name or id')
    .option('--with <email>', 'one person')
    .option('--organization', 'everyone in the organization');
}

type SharingOptions = Parameters<typeof inWorkspace>[0] & { with?: string | undefined; organization?: true | undefined };

function changeSharing(tool: string, wanted: string, { with: email, organization, ...options }: SharingOptions, more: object) {
  if ((email === undefined) === (organization === undefined)) throw new UsageError('give either --with EMAIL or --organization');
  return inWorkspace(options, async (workspace) => {
    const folder = await requireFolder(workspace, wanted);
    const to = organization ? { organization } : { email };
    const value = await workspace.call<Sharing>(tool, { folderId: folder.id, ...to, ...more });
    return { value, text: () => `${folder.name} is visible to ${seenBy(value)}.` };
  });
}

function seenBy({ visibility, sharedWith, readers, organizationAccess }: Sharing): string {
  const toRead = ' (to read)';
  if (visibility === 'organization') return `everyone in the organization${organizationAccess === 'read' ? toRead : ''}`;
  return ['its owner', ...sharedWith.map((email) => (readers.includes(email) ? email + toRead : email))].join(', ');
}

export const foldersCommand = new Command('folders')
  .description('folders and who sees them')
  .addCommand(list)
  .addCommand(share)
  .addCommand(unshare);
