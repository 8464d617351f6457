import type { AccessLevel } from '@gatehouse/domain';
import type { Credential } from '../../kernel/context/context.ts';

export type Access = AccessLevel | null;

/** A person, or a key of a person. */
export interface Actor {
  name: string;
  credential: Credential;
  /** Index of the person in the cast. */
  person: number;
  key: ActorKey | null;
}

export interface ActorKey {
  keyId: string;
  access: AccessLevel;
  /** Access by folder. Null for a key without limits. */
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
  /** True for a folder of large results of services. No step moves or shares it. */
  holdsResults?: boolean;
}

export interface PlacedComment {
  id: string;
  author: number;
  text: string;
  isResolved: boolean;
  /** People mentioned in the comment or its answers who saw the item at that time. */
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
  /** Unique word in its name and text. The name of a large result does not have it. */
  canary: string;
  isResult: boolean;
  /** Key that caused this large result, until the file is changed (D50). */
  heldBy: ActorKey | null;
  /** Newest top-level comment by a person, not by an agent. */
  comment: PlacedComment | null;
  comments: PlacedComment[];
}

/** All facts that decide about access, tracked apart from the gateway. */
export interface Rights {
  /** Owners and admins. */
  seesAll: Set<number>;
  groups: Set<number>[];
  folders: Map<string, PlacedFolder>;
  /** Folder identifier by each name that a folder has had. */
  folderNames: Map<string, string>;
  items: Map<string, PlacedItem>;
  agentsReadOnly: boolean;
}

/** Argument that names an item in a call. */
export const namedBy = ({ id, type }: PlacedItem) => (type === 'doc' ? { docId: id } : { fileId: id });

const rank = (access: Access) => (access === null ? 0 : access === 'read' ? 1 : 2);
const higher = (one: Access, other: Access) => (rank(one) > rank(other) ? one : other);
const lower = (one: Access, other: Access) => (rank(one) < rank(other) ? one : other);

/** Lists a folder and its ancestors, from itself to the top. */
export function chainOf(rights: Rights, id: string): PlacedFolder[] {
  const folder = rights.folders.get(id)!;
  return folder.parent === null ? [folder] : [folder, ...chainOf(rights, folder.parent)];
}

export function topOf(rights: Rights, id: string): PlacedFolder {
  return chainOf(rights, id).at(-1)!;
}

/** Computes access from the rules (D5, D25.5, D49.5, D73, D77), without the tested predicate. */
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

/** Access to an item, in the trash or not. */
export function reach(rights: Rights, actor: Actor, { folder, heldBy }: PlacedItem): Access {
  const held = heldBy !== null && heldBy === actor.key && actor.key.limits !== null ? 'read' : null;
  return higher(accessOf(rights, actor, folder), held);
}

/** Access to an item outside of the trash. Null for an item in the trash. */
export function accessTo(rights: Rights, actor: Actor, item: PlacedItem): Access {
  return item.isDeleted ? null : reach(rights, actor, item);
}

/** Expected answer to a change: `ok`, or the reason of the refusal. */
export function changing({ agentsReadOnly }: Rights, { key }: Actor, access: Access): string {
  if (key?.access === 'read') return 'forbidden';
  if (key && agentsReadOnly) return 'agents_read_only';
  return access === null ? 'no_such_item' : access === 'read' ? 'protected_item' : 'ok';
}
