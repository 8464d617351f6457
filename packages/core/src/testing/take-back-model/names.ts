/** Names that the files and skills of a history share, so that they collide. Each history has its own. */
export function sharedNames(history: number): { files: string[]; skills: string[]; folders: string[] } {
  const both = `alpha-${history}`;
  return {
    files: [`a-${history}.md`, `b-${history}.md`, both],
    skills: [both, `beta-${history}`],
    folders: [`Plans ${history}`, `Notes ${history}`, `Ideas ${history}`],
  };
}

/**
 * Holders of each name in each folder. A number after a name, or the reason `name_taken`, is correct only if another subject has had that
 * name.
 */
export interface HeldNames {
  note(folderId: unknown, name: unknown, id: string): void;
  isHeldByAnother(folderId: unknown, name: unknown, id: string): boolean;
}

/** In place of a folder, for the names of folders. */
export const amongFolders = 'folders';

export function createHeldNames(): HeldNames {
  const holders = new Map<string, Set<string>>();
  const keyOf = (folderId: unknown, name: unknown) => `${folderId ?? ''}/${name}`;
  return {
    note(folderId, name, id) {
      const key = keyOf(folderId, name);
      holders.set(key, (holders.get(key) ?? new Set()).add(id));
    },
    isHeldByAnother: (folderId, name, id) => [...(holders.get(keyOf(folderId, name)) ?? [])].some((holder) => holder !== id),
  };
}

/** True if a name is the wanted one with a number, as in `plan (2).md`, or `plan-2` for a skill. */
export function isNumbered(kind: string, is: unknown, wanted: unknown): boolean {
  return String(is).replace(kind === 'skill' ? /-\d+$/ : / \(\d+\)/, '') === wanted;
}
