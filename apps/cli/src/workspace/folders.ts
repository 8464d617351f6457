import { CommandError } from '../kernel/faults.ts';
import { everyRow } from './pages.ts';
import type { Workspace } from './workspace.ts';

export interface ListedFolder {
  id: string;
  name: string;
  /** Null at the top. */
  parentId: string | null;
  visibility: 'private' | 'shared' | 'organization';
  itemCount: number;
  isOwner: boolean;
  canWrite: boolean;
}

export async function listFolders(workspace: Workspace): Promise<ListedFolder[]> {
  return await everyRow<ListedFolder>(workspace, 'list_folders', 'folders');
}

/** Names from the top folder to each folder, by its id. */
export function pathsOf(folders: readonly ListedFolder[]): Map<string, string[]> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const pathOf = ({ name, parentId }: ListedFolder): string[] => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? [...pathOf(parent), name] : [name];
  };
  return new Map(folders.map((folder) => [folder.id, pathOf(folder)]));
}

/** Finds a folder by its id or its path, such as `Plans/2026`, among listed folders. The name is enough if only one has it. */
export function matchFolder(folders: readonly ListedFolder[], wanted: string): ListedFolder | undefined {
  const name = wanted.trim().normalize('NFC');
  const paths = pathsOf(folders);
  const exact = folders.filter(({ id }) => id === wanted || paths.get(id)?.join('/') === name);
  const matching = exact.length > 0 ? exact : folders.filter((folder) => folder.name === name);
  if (matching.length > 1)
    throw new CommandError(`${matching.length} folders are called "${wanted}": give the path or ID of one, from "gatehouse folders list"`);
  return matching[0];
}

export async function requireFolder(workspace: Workspace, wanted: string): Promise<ListedFolder> {
  const folder = matchFolder(await listFolders(workspace), wanted);
  if (!folder)
    throw new CommandError(
      `there is no folder "${wanted}" that ${workspace.person.email} can see; "gatehouse folders list" shows all folders`,
    );
  return folder;
}
