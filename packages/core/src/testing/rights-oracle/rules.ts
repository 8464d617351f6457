import type { AccessLevel } from '@gatehouse/domain';
import type { Credential } from '../../kernel/context/context.ts';

export type Access = AccessLevel | null;

/** A person, or a key of a person. */
export interface Actor {
  name: string;
  credential: Credential;
  /** Place of the person in the cast. */
  person: number;
  key: ActorKey | null;
}

export interface ActorKey {
  keyId: string;
  access: AccessLevel;
  /** Access by folder. Null for a key that sees what its person sees. */
  limits: Map<string, AccessLevel> | null;
}

export interface PlacedFolder {
  id: string;
  /** Null at the top. */
  parent: string | null;
  owner: number;
  isDeleted: boolean;
  /** Sharing of a top folder; empty in another folder. */
  shares: Map<number, AccessLevel>;
  groupShares: Map<number, AccessLevel>;
  everyone: Access;
  /** True for the folder of large results of services, which is moved and shared by nobody. */
  holdsResults?: boolean;
}

export interface PlacedComment {
  id: string;
  author: number;
  text: string;
  isResolved: boolean;
  /** People whom the comment or an answer to it mentions, and who saw the item at that time. */
  mentioned: Set<number>;
}

export interface PlacedItem {
  id: string;
  type: 'doc' | 'file' | 'skill';
  /** Null outside of folders. */
  folder: string | null;
  isDeleted: boolean;
  changedAt: number;
  /** Call that created it. */
  requestId: string;
  /** Word in its name and in its text, and nowhere else. The name of a large result does not have it. */
  canary: string;
  isResult: boolean;
  /** Key that caused this large result, until somebody changes the file (D50). */
  heldBy: ActorKey | null;
  /** Newest comment of a person that is not an answer. */
  comment: PlacedComment | null;
  comments: PlacedComment[];
}

/** Everything that decides about access, kept beside the gateway. */
export interface Rights {
  /** People who are owners or admins. */
  seesAll: Set<number>;
  groups: Set<number>[];
  folders: Map<string, PlacedFolder>;
  /** Folder of each name that was ever given to one. */
  folderNames: Map<string, string>;
  items: Map<string, PlacedItem>;
  agentsReadOnly: boolean;
}

const rank = (access: Access) => (access === null ? 0 : access === 'read' ? 1 : 2);
export const higher = (one: Access, other: Access) => (rank(one) > rank(other) ? one : other);
const lower = (one: Access, other: Access) => (rank(one) < rank(other) ? one : other);

/** A folder and the folders above it, from itself to the top. */
export function chainOf(rights: Rights, id: string): PlacedFolder[] {
  const folder = rights.folders.get(id)!;
  return folder.parent === null ? [folder] : [folder, ...chainOf(rights, folder.parent)];
}

export function topOf(rights: Rights, id: string): PlacedFolder {
  return chainOf(rights, id).at(-1)!;
}

/** Access by the rules (D5, D25.5, D49.5, D73, D77), computed without the tested predicate. */
export function accessOf(rights: Rights, { person, key }: Actor, folder: string | null): Access {
  const limits = key?.limits ?? null;
  if (folder === null) return limits ? null : 'write';
  const own = ownAccess(rights, person, topOf(rights, folder));
  if (!limits) return own;
  const byLimits = chainOf(rights, folder).map(({ id }) => limits.get(id) ?? null);
  return lower(own, byLimits.reduce<Access>(higher, null));
}

function ownAccess({ seesAll, groups }: Rights, person: number, { owner, shares, groupShares, everyone }: PlacedFolder): Access {
  if (seesAll.has(person) || owner === person) return 'write';
  const byGroups = [...groupShares].map(([group, access]) => (groups[group]!.has(person) ? access : null));
  return [...byGroups, shares.get(person) ?? null].reduce(higher, everyone);
}

/** Access to an item that is in the trash or not. */
export function reach(rights: Rights, actor: Actor, { folder, heldBy }: PlacedItem): Access {
  const held = heldBy !== null && heldBy === actor.key && actor.key.limits !== null ? 'read' : null;
  return higher(accessOf(rights, actor, folder), held);
}

/** Access to an item as long as it is not in the trash. */
export function accessTo(rights: Rights, actor: Actor, item: PlacedItem): Access {
  return item.isDeleted ? null : reach(rights, actor, item);
}

/** Answer to a change: `ok`, or the reason why it is refused. */
export function changing({ agentsReadOnly }: Rights, { key }: Actor, access: Access): string {
  if (key?.access === 'read') return 'forbidden';
  if (key && agentsReadOnly) return 'agents_read_only';
  return access === null ? 'no_such_item' : access === 'read' ? 'protected_item' : 'ok';
}
