import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../kernel/faults.ts';
import { count, table } from '../terminal/output.ts';
import { listFolders, pathsOf, requireFolder } from '../workspace/folders.ts';
import { requireGroup } from '../workspace/groups.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface Sharing {
  folderId: string;
  visibility: string;
  sharedWith: string[];
  readers: string[];
  groups?: { name: string; access: 'read' | 'write' }[];
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
  .description('create a private folder; with --in, everyone who sees the parent folder sees it')
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

const share = sharing('share', 'share a folder with a person, a group or everyone; repeat to change their access')
  .option('--read', 'give read access only')
  .action((wanted, { read, ...options }) => changeSharing('share_folder', wanted, options, { access: read ? 'read' : 'write' }));

const unshare = sharing('unshare', 'stop sharing a folder with a person, a group or everyone').action((wanted, options) =>
  changeSharing('unshare_folder', wanted, options, {}),
);

function sharing(name: string, description: string) {
  return workspaceCommand(name)
    .description(description)
    .argument('<folder>', 'folder name, path or ID')
    .option('--with <email>', 'email address of the person')
    .option('--group <group>', 'group of people, by name or ID')
    .option('--organization', 'everyone in the organization');
}

type SharingOptions = Parameters<typeof inWorkspace>[0] & {
  with?: string | undefined;
  group?: string | undefined;
  organization?: true | undefined;
};

function changeSharing(tool: string, wanted: string, { with: email, group, organization, ...options }: SharingOptions, more: object) {
  if ([email, group, organization].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('give one of --with EMAIL, --group GROUP and --organization');
  return inWorkspace(options, async (workspace) => {
    const folder = await requireFolder(workspace, wanted);
    const groupId = group === undefined ? undefined : (await requireGroup(workspace, group)).groupId;
    const to = organization ? { organization } : groupId === undefined ? { email } : { groupId };
    const value = await workspace.call<Sharing>(tool, { folderId: folder.id, ...to, ...more });
    return { value, text: () => `${folder.name} is visible to ${seenBy(value)}.` };
  });
}

function seenBy({ visibility, sharedWith, readers, groups = [], organizationAccess }: Sharing): string {
  const toRead = ' (read-only)';
  if (visibility === 'organization') return `everyone in the organization${organizationAccess === 'read' ? toRead : ''}`;
  const people = sharedWith.map((email) => (readers.includes(email) ? email + toRead : email));
  const ofGroups = groups.map(({ name, access }) => `the group ${name}${access === 'read' ? toRead : ''}`);
  return ['its owner', ...people, ...ofGroups].join(', ');
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
