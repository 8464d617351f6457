import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../faults.ts';
import { table } from '../output.ts';
import { listFolders, requireFolder } from '../workspace/folders.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface Sharing {
  folderId: string;
  visibility: string;
  sharedWith: string[];
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

const sharing = (name: string, tool: string, description: string) =>
  workspaceCommand(name)
    .description(description)
    .argument('<folder>', 'its name or id')
    .option('--with <email>', 'one person')
    .option('--organization', 'everyone in the organization')
    .action((wanted, { with: email, organization, ...options }) => {
      if ((email === undefined) === (organization === undefined)) throw new UsageError('give either --with EMAIL or --organization');
      return inWorkspace(options, async (workspace) => {
        const folder = await requireFolder(workspace, wanted);
        const value = await workspace.call<Sharing>(tool, { folderId: folder.id, ...(organization ? { organization } : { email }) });
        return { value, text: () => `${folder.name} is visible to ${seenBy(value)}.` };
      });
    });

function seenBy({ visibility, sharedWith }: Sharing): string {
  if (visibility === 'organization') return 'everyone in the organization';
  return ['its owner', ...sharedWith].join(', ');
}

export const foldersCommand = new Command('folders')
  .description('folders and who sees them')
  .addCommand(list)
  .addCommand(sharing('share', 'share_folder', 'let a person, or everyone, see a folder and write into it'))
  .addCommand(sharing('unshare', 'unshare_folder', 'stop sharing a folder with a person, or with everyone'));
