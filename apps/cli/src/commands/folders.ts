import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../kernel/faults.ts';
import { count, table } from '../terminal/output.ts';
import { listFolders, pathsOf, requireFolder } from '../workspace/folders.ts';
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
  .description('folders, by path')
  .action((options) =>
    inWorkspace(options, async (workspace) => {
      const folders = await listFolders(workspace);
      const paths = pathsOf(folders);
      const rows = folders
        .map(({ name, visibility, itemCount, id }) => [paths.get(id)?.join('/') ?? name, visibility, itemCount, id])
        .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
      return { value: { folders }, text: () => table(['PATH', 'SEEN BY', 'ITEMS', 'ID'], rows, 'no folders yet') };
    }),
  );

const create = workspaceCommand('create')
  .description('create a folder: a private one at the top, or one in another folder, which those who see that one see')
  .argument('<name>')
  .option('--in <folder>', 'the folder to create it in: its name, path or id')
  .action((name, { in: around, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const parent = around === undefined ? undefined : await requireFolder(workspace, around);
      const value = await workspace.call<{ id: string; name: string }>('create_folder', { name, ...(parent && { parentId: parent.id }) });
      return { value, text: () => `Created ${value.name} (${value.id})${parent ? ` in ${parent.name}` : ', which is private'}.` };
    }),
  );

const move = workspaceCommand('move')
  .description('move a folder with everything in it into another folder, or to the top, where it is private')
  .argument('<folder>', 'its name, path or id')
  .option('--into <folder>', 'the folder to move it into: its name, path or id')
  .option('--top', 'move it out of all folders')
  .action((wanted, { into, top, ...options }) => {
    if ((into === undefined) === (top === undefined)) throw new UsageError('give either --into FOLDER or --top');
    return inWorkspace(options, async (workspace) => {
      const folder = await requireFolder(workspace, wanted);
      const parent = into === undefined ? undefined : await requireFolder(workspace, into);
      const place = parent ? { parentId: parent.id } : { toTop: true };
      const value = await workspace.call<object>('move_folder', { folderId: folder.id, ...place });
      return { value, text: () => `Moved ${folder.name} ${parent ? `into ${parent.name}` : 'to the top'}.` };
    });
  });

const rename = workspaceCommand('rename')
  .description('give a folder another name')
  .argument('<folder>', 'its name, path or id')
  .argument('<name>')
  .action((wanted, name, options) =>
    inWorkspace(options, async (workspace) => {
      const folder = await requireFolder(workspace, wanted);
      const value = await workspace.call<object>('rename_folder', { folderId: folder.id, name });
      return { value, text: () => `Renamed ${folder.name} to ${name}.` };
    }),
  );

const remove = workspaceCommand('delete')
  .description('move everything in a folder and below it to the trash, and delete the folders')
  .argument('<folder>', 'its name, path or id')
  .action((wanted, options) =>
    inWorkspace(options, async (workspace) => {
      const folder = await requireFolder(workspace, wanted);
      let movedItems = 0;
      for (let isDone = false; !isDone; ) {
        const step = await workspace.call<{ movedItems: number; isDone: boolean }>('delete_folder', { folderId: folder.id });
        movedItems += step.movedItems;
        isDone = step.isDone;
      }
      return { value: { movedItems }, text: () => `Deleted ${folder.name}. ${count(movedItems, 'item')} moved to the trash.` };
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
    .argument('<folder>', 'its name, path or id')
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
  .addCommand(create)
  .addCommand(move)
  .addCommand(rename)
  .addCommand(remove)
  .addCommand(share)
  .addCommand(unshare);
