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
  .description('list folders by path')
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
  .description('create a private folder, or with --in a folder that is as visible as the one around it')
  .argument('<name>')
  .option('--in <folder>', 'parent folder, by name, path or ID')
  .action((name, { in: around, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const parent = around === undefined ? undefined : await requireFolder(workspace, around);
      const value = await workspace.call<{ id: string; name: string }>('create_folder', { name, ...(parent && { parentId: parent.id }) });
      return { value, text: () => `Created ${value.name} (${value.id})${parent ? ` in ${parent.name}` : ', which is private'}.` };
    }),
  );

const move = workspaceCommand('move')
  .description('move a folder and its contents into another folder, or to the top, where it becomes private')
  .argument('<folder>', 'folder name, path or ID')
  .option('--into <folder>', 'new parent folder, by name, path or ID')
  .option('--top', 'move it to the top')
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
  .description('rename a folder')
  .argument('<folder>', 'folder name, path or ID')
  .argument('<name>')
  .action((wanted, name, options) =>
    inWorkspace(options, async (workspace) => {
      const folder = await requireFolder(workspace, wanted);
      const value = await workspace.call<object>('rename_folder', { folderId: folder.id, name });
      return { value, text: () => `Renamed ${folder.name} to ${name}.` };
    }),
  );

const remove = workspaceCommand('delete')
  .description('delete a folder and its subfolders, and move their contents to the trash')
  .argument('<folder>', 'folder name, path or ID')
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

const share = sharing('share', 'share a folder with a person or with everyone; repeat to change their access')
  .option('--read', 'give read access only')
  .action((wanted, { read, ...options }) => changeSharing('share_folder', wanted, options, { access: read ? 'read' : 'write' }));

const unshare = sharing('unshare', 'stop sharing a folder with a person, or with everyone').action((wanted, options) =>
  changeSharing('unshare_folder', wanted, options, {}),
);

function sharing(name: string, description: string) {
  return workspaceCommand(name)
    .description(description)
    .argument('<folder>', 'folder name, path or ID')
    .option('--with <email>', 'email address of the person')
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
  const toRead = ' (read-only)';
  if (visibility === 'organization') return `everyone in the organization${organizationAccess === 'read' ? toRead : ''}`;
  return ['its owner', ...sharedWith.map((email) => (readers.includes(email) ? email + toRead : email))].join(', ');
}

export const foldersCommand = new Command('folders')
  .description('manage folders and who sees them')
  .addCommand(list)
  .addCommand(create)
  .addCommand(move)
  .addCommand(rename)
  .addCommand(remove)
  .addCommand(share)
  .addCommand(unshare);
