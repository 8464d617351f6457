import { CommandError } from '../kernel/faults.ts';
import { everyRow } from './pages.ts';
import type { Workspace } from './workspace.ts';

export interface ListedFolder {
  id: string;
  name: string;
  visibility: 'private' | 'shared' | 'organization';
  itemCount: number;
  isOwner: boolean;
  canWrite: boolean;
}

export async function listFolders(workspace: Workspace): Promise<ListedFolder[]> {
  return await everyRow<ListedFolder>(workspace, 'list_folders', 'folders');
}

/** Finds a folder by its name or id. */
export async function findFolder(workspace: Workspace, wanted: string): Promise<ListedFolder | undefined> {
  return matchFolder(await listFolders(workspace), wanted);
}

/** Finds a folder by its name or id, among listed folders. */
export function matchFolder(folders: readonly ListedFolder[], wanted: string): ListedFolder | undefined {
  const name = wanted.trim().normalize('NFC');
  const matching = folders.filter((folder) => folder.id === wanted || folder.name === name);
  if (matching.length > 1)
    throw new CommandError(`${matching.length} folders are called "${wanted}": give the ID of one, from "gatehouse folders list"`);
  return matching[0];
}

export async function requireFolder(workspace: Workspace, wanted: string): Promise<ListedFolder> {
  const folder = await findFolder(workspace, wanted);
  if (!folder)
    throw new CommandError(
      `there is no folder "${wanted}" that ${workspace.person.email} can see; "gatehouse folders list" shows all folders`,
    );
  return folder;
}
