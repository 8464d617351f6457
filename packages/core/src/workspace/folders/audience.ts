import { type AccessLevel, actsForAll } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { named } from '../../kernel/schema/named.ts';

/**
 * People who see the content of a folder, apart from owners and admins: everyone, or its owner and the people it is shared with, by
 * themselves or in a group (D25, D77).
 */
export type Audience = 'everybody' | ReadonlySet<string>;

/** Returns the audience of items in a folder, without its share with `unshared`. Null: outside of all folders. */
export function* audienceOf({ store, now }: Pick<ToolContext, 'store' | 'now'>, folder: Folder | null, unshared?: string): Op<Audience> {
  const root = folder && (yield* store.folders.root(folder));
  if (root === null || root.visibility === 'organization') return 'everybody';
  return new Set([
    root.ownerId,
    ...(yield* store.folders.sharers(root.orgId, root.id, { at: now, besides: unshared })).map(({ sharedWith }) => sharedWith),
  ]);
}

/** Access of everyone in the organization to a folder. Null if it is not shared with them. */
export function organizationAccessOf({ visibility, organizationAccess }: Folder): AccessLevel | null {
  return visibility === 'organization' ? organizationAccess : null;
}

export function isSameAudience(left: Audience, right: Audience): boolean {
  if (left === 'everybody' || right === 'everybody') return left === right;
  return left.size === right.size && [...left].every((personId) => right.has(personId));
}

/** True if a person in `before` is not in `after` and sees less afterwards. Owners and admins see everything. */
export function* losesSomebody({ store, viewer }: ToolContext, before: Audience, after: Audience): Op<boolean> {
  if (after === 'everybody') return false;
  if (before === 'everybody') return true;
  for (const personId of before) {
    if (after.has(personId)) continue;
    const person = yield* store.people.find(viewer.orgId, personId);
    if (person && !actsForAll(person)) return true;
  }
  return false;
}

const maxNamed = 20;

export const seenByShape = named(
  'Audience',
  'People who see an item.',
  z.object({
    visibility: z.enum(['private', 'shared', 'organization']),
    people: z.array(z.string()).describe('e-mail addresses, at most 20; owners and admins see everything'),
    peopleCount: z.int(),
  }),
);

/** Describes an audience to its members. */
export function* seenBy({ store, viewer }: ToolContext, audience: Audience): Op<z.input<typeof seenByShape>> {
  if (audience === 'everybody') return { visibility: 'organization', people: [], peopleCount: 0 };
  const people: string[] = [];
  for (const personId of [...audience].slice(0, maxNamed)) {
    const person = yield* store.people.find(viewer.orgId, personId);
    if (person) people.push(person.email);
  }
  return { visibility: audience.size > 1 ? 'shared' : 'private', people: people.sort(), peopleCount: audience.size };
}
