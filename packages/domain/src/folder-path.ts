/** Maximum folders from the top one to the deepest one (D73.1). */
export const maxFolderDepth = 10;

/** Identifiers from the top folder to a folder, by its path: `/folder_a/folder_b/`. */
export function idsOfPath({ path }: { path: string }): string[] {
  return path.split('/').filter((id) => id !== '');
}
