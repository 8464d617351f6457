/** The requester, and all other facts that decisions depend on besides the entries. */
export interface Surroundings {
  requester: { personId: string; actsForAll: boolean };
  /** Folders whose content the requester may change. `''` is outside of folders (D25.5). */
  changeable: ReadonlySet<string>;
  /** Folders that entries would leave or enter, by identifier. `''` is outside of folders. Entries cannot enter other folders. */
  places: ReadonlyMap<string, Place>;
  /** Members, and if they see everything, as owners and admins do. People who have left are not included. */
  members: ReadonlyMap<string, { seesAll: boolean }>;
  /** Groups that folders are shared with, and the people in each (D77). Groups that no longer exist are not included. */
  groups: ReadonlyMap<string, readonly string[]>;
  /** Creators of items that would move. */
  creators: ReadonlyMap<string, string | null>;
}

export type Seers = 'everybody' | ReadonlySet<string>;

export interface Place {
  /** Its top folder. `''` is outside of folders. */
  rootId: string;
  /** Owner of its top folder. */
  ownerId: string | null;
  seers: Seers;
  /** True if it exists, or will exist. */
  isThere: boolean;
}

export interface Movable {
  id: string;
  folderId: string | null;
  isSystem: boolean;
}

/** True if the requester may move an item. Only its creator, owners and admins may hide it from others (D63). */
export function mayMove(item: Movable, to: string | null, { places, changeable, requester, creators, members }: Surroundings): boolean {
  const [before, after] = [places.get(item.folderId ?? ''), places.get(to ?? '')];
  if (!before || !after?.isThere || !changeable.has(to ?? '') || (item.isSystem && after.seers !== 'everybody')) return false;
  if (before.rootId === after.rootId) return true;
  if (requester.actsForAll || creators.get(item.id) === requester.personId) return true;
  return after.ownerId !== requester.personId && !hidesFromSomebody(before.seers, after.seers, members);
}

/** True if a member who could see something before cannot see it after. */
export function hidesFromSomebody(before: Seers, after: Seers, members: Surroundings['members']): boolean {
  if (after === 'everybody') return false;
  if (before === 'everybody') return true;
  return [...before].some((personId) => !after.has(personId) && members.get(personId)?.seesAll === false);
}
