import path from 'node:path';
import { CommandError } from '../kernel/faults.ts';
import { type ListedFolder, listFolders, matchFolder, pathsOf } from '../workspace/folders.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Destination of an import. */
export interface ImportTarget {
  /** Null for the top of the workspace. */
  folder: Pick<ListedFolder, 'name' | 'visibility' | 'isOwner'> | null;
  /** Undefined at the top, and for a folder that a dry run does not create. */
  folderId: string | undefined;
  /** Depth of the target folder: 1 at the top, 0 outside of folders. */
  depth: number;
  /** True for a folder that is created for this import, or would be. */
  isNew: boolean;
}

export interface TargetOptions {
  /** Absolute path. */
  directory: string;
  /** A name or an identifier. */
  folder: string | undefined;
  /** True makes it visible to everyone in the organization. */
  organization: boolean;
  dryRun: boolean;
}

/** Chooses the destination. By default it is a private folder, named like the directory, so that nothing is shown by accident. // D25 */
export async function importTarget(workspace: Workspace, options: TargetOptions): Promise<ImportTarget> {
  const { directory, folder: wanted, organization, dryRun } = options;
  if (wanted === undefined && organization) return { folder: null, folderId: undefined, depth: 0, isNew: false };
  const name = wanted ?? path.basename(directory);
  if (name === '') throw new CommandError(`${directory} has no name: name the target folder with --folder NAME`);
  const folders = await listFolders(workspace);
  // Without --folder, a folder in another one only happens to have the name.
  const known = matchFolder(wanted === undefined ? folders.filter(({ parentId }) => parentId === null) : folders, name);
  if (known) {
    if (wanted === undefined) refuseSeenByOthers(known);
    if (organization) refuseHidden(known);
    return { folder: known, folderId: known.id, depth: pathsOf(folders).get(known.id)?.length ?? 1, isNew: false };
  }
  const visibility = organization ? 'organization' : 'private';
  if (dryRun) return { folder: { name, visibility, isOwner: true }, folderId: undefined, depth: 1, isNew: true };
  const made = await workspace.call<{ id: string; name: string }>('create_folder', { name });
  if (organization) await workspace.call('share_folder', { folderId: made.id, organization });
  return { folder: { name: made.name, visibility, isOwner: true }, folderId: made.id, depth: 1, isNew: true };
}

/** Refuses a visible folder that only happens to have the directory's name. */
function refuseSeenByOthers({ name, visibility, isOwner }: ListedFolder): void {
  if (visibility === 'private' && isOwner) return;
  const others = visibility === 'organization' ? 'everyone in the organization can see' : 'other people can see';
  throw new CommandError(`there is a folder "${name}" that ${others}: use it with --folder "${name}", or give another name`);
}

/** Refuses to share an existing folder, because its earlier contents were not meant to be shown. */
function refuseHidden({ name, visibility }: ListedFolder): void {
  if (visibility === 'organization') return;
  throw new CommandError(
    `the folder "${name}" is not visible to everyone: share it with "gatehouse folders share", then import without --organization`,
  );
}
