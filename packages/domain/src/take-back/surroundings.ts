/** Who takes back, and what it is decided by beside the entries themselves. */
export interface Surroundings {
  requester: { personId: string; actsForAll: boolean };
  /** Folders in which the requester may change what is there; `''` is outside of folders (D25.5). */
  changeable: ReadonlySet<string>;
  /** Folders that entries would leave or go to, by identifier; `''` is outside of folders. Others cannot be gone to. */
  places: ReadonlyMap<string, Place>;
  /** Members, and whether they see everything: owners and admins. Who has left is not among them. */
  members: ReadonlyMap<string, { seesAll: boolean }>;
  /** Who created items that would move. */
  creators: ReadonlyMap<string, string | null>;
}

export type Seers = 'everybody' | ReadonlySet<string>;

export interface Place {
  ownerId: string | null;
  seers: Seers;
  /** Whether it is there, or will be. */
  isThere: boolean;
}

export interface Movable {
  id: string;
  folderId: string | null;
  isSystem: boolean;
}

/** Whether the requester may move an item: nobody but its creator, owners and admins hides it from somebody (D63). */
export function mayMove(item: Movable, to: string | null, { places, changeable, requester, creators, members }: Surroundings): boolean {
  const [before, after] = [places.get(item.folderId ?? ''), places.get(to ?? '')];
  if (!before || !after?.isThere || !changeable.has(to ?? '') || (item.isSystem && after.seers !== 'everybody')) return false;
  if (requester.actsForAll || creators.get(item.id) === requester.personId) return true;
  return after.ownerId !== requester.personId && !hidesFromSomebody(before.seers, after.seers, members);
}

/** Whether a member who sees something before does not see it after. */
export function hidesFromSomebody(before: Seers, after: Seers, members: Surroundings['members']): boolean {
  if (after === 'everybody') return false;
  if (before === 'everybody') return true;
  return [...before].some((personId) => !after.has(personId) && members.get(personId)?.seesAll === false);
}
