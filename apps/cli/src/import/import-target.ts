import path from 'node:path';
import { CommandError } from '../faults.ts';
import { findFolder, type ListedFolder } from '../workspace/folders.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Where an import goes. */
export interface ImportTarget {
  /** Null for the top of the workspace. */
  folder: Pick<ListedFolder, 'name' | 'visibility' | 'isOwner'> | null;
  /** Undefined at the top, and for a folder that a dry run does not make. */
  folderId: string | undefined;
  /** True for a folder that is made for this import, or would be. */
  isNew: boolean;
}

export interface TargetOptions {
  /** Absolute. */
  directory: string;
  /** A name or an identifier. */
  folder: string | undefined;
  /** True shows it to everybody in the organization. */
  organization: boolean;
  dryRun: boolean;
}

/** Without a word of the operator a private folder, named like the directory: nothing is shown by accident (D25). */
export async function importTarget(workspace: Workspace, options: TargetOptions): Promise<ImportTarget> {
  const { directory, folder: wanted, organization, dryRun } = options;
  if (wanted === undefined && organization) return { folder: null, folderId: undefined, isNew: false };
  const name = wanted ?? path.basename(directory);
  if (name === '') throw new CommandError(`${directory} has no name: say with --folder NAME where it goes`);
  const known = await findFolder(workspace, name);
  if (known) {
    if (wanted === undefined) refuseSeenByOthers(known);
    if (organization) refuseHidden(known);
    return { folder: known, folderId: known.id, isNew: false };
  }
  const visibility = organization ? 'organization' : 'private';
  if (dryRun) return { folder: { name, visibility, isOwner: true }, folderId: undefined, isNew: true };
  const made = await workspace.call<{ id: string; name: string }>('create_folder', { name });
  if (organization) await workspace.call('share_folder', { folderId: made.id, organization });
  return { folder: { name: made.name, visibility, isOwner: true }, folderId: made.id, isNew: true };
}

/** A folder that only happens to have the name of the directory. */
function refuseSeenByOthers({ name, visibility, isOwner }: ListedFolder): void {
  if (visibility === 'private' && isOwner) return;
  const others = visibility === 'organization' ? 'everyone in the organization sees' : 'others see';
  throw new CommandError(`there is a folder "${name}" that ${others}: use it with --folder "${name}", or give another name`);
}

/** What lies in a folder already was not meant to be shown by importing something else. */
function refuseHidden({ name, visibility }: ListedFolder): void {
  if (visibility === 'organization') return;
  throw new CommandError(
    `the folder "${name}" is not visible to everyone: share it with "gatehouse folders share", then import without --organization`,
  );
}
