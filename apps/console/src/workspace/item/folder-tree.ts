interface Placed {
  id: string;
  name: string;
  /** Null at the top. */
  parentId: string | null;
}

/** Folders in one another. */
export interface FolderTree<Folder extends Placed> {
  /** Folders at the top, or directly in a folder. */
  in(parentId: string | null): readonly Folder[];
  /** From the top folder to this one. Empty if it is unknown. */
  pathTo(id: string): readonly Folder[];
}

export function treeOf<Folder extends Placed>(folders: readonly Folder[]): FolderTree<Folder> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  // A folder whose parent is not loaded yet is shown at the top.
  const placed = Map.groupBy(folders, ({ parentId }) => (parentId !== null && byId.has(parentId) ? parentId : null));
  const pathTo = (id: string): Folder[] => {
    const folder = byId.get(id);
    return folder ? [...(folder.parentId === null ? [] : pathTo(folder.parentId)), folder] : [];
  };
  return { in: (parentId) => placed.get(parentId) ?? [], pathTo };
}

/** Name of a folder with those above it, such as `Plans / 2026`. */
export function pathName(path: readonly Placed[]): string {
  return path.map(({ name }) => name).join(' / ');
}
