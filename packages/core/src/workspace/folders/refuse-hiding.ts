import { actsForAll } from '@gatehouse/domain';
import type { Folder, GuardedItem, Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { type Audience, audienceOf, losesSomebody } from './audience.ts';

/** Items that a refusal names. */
const maxNamed = 5;

/**
 * Refuses to make an item visible to fewer people, except for its creator, owners and admins (D63). Nobody can hide a system document. An
 * item is hidden by moving it or by unsharing its folder, and both call this module. The caller holds the folder whose audience counts.
 */
export function* refuseHidingMove(context: ToolContext, item: VisibleItem, from: Folder | null, to: Folder | null): Op<void> {
  const { store, viewer } = context;
  // The same people see both.
  if (from && from.rootId === to?.rootId) return;
  const top = to && (yield* store.folders.root(to));
  const after = yield* audienceOf(context, top);
  if (item.isSystem && after !== 'everybody') throw hidesSystemDocuments([item]);
  if (actsForAll(context.caller)) return;
  const creatorId = yield* store.versions.creator(item.orgId, item.id);
  if (creatorId === viewer.personId) return;
  const isOwn = top?.ownerId === viewer.personId;
  if (!isOwn && !(yield* losesSomebody(context, yield* audienceOf(context, from), after))) return;
  const creator = creatorId === null ? undefined : yield* store.people.find(viewer.orgId, creatorId);
  const who = creator ? `its creator (${creator.email}), an owner or an admin` : 'an owner or an admin';
  throw refusal(
    'protected_item',
    isOwn
      ? `${named(item)} was created by someone else: only ${who} can move it into a folder of yours`
      : `not everybody who sees ${named(item)} would see it there: only ${who} can move it to where fewer people see it`,
  );
}

/** Refuses to unshare a folder while it contains items that the caller may not make visible to fewer people. */
export function* refuseHidingFolder(context: ToolContext, folder: Folder, after: Audience): Op<void> {
  const { store, viewer, caller } = context;
  if (!(yield* losesSomebody(context, yield* audienceOf(context, folder), after))) return;
  const system = yield* store.folders.systemItemsOf(folder, maxNamed + 1);
  if (system.length > 0) throw hidesSystemDocuments(system);
  if (actsForAll(caller)) return;
  const others = yield* store.folders.othersItemsOf(folder, viewer.personId, maxNamed + 1);
  if (others.length === 0) return;
  throw refusal(
    'protected_item',
    `others created ${namedAll(others)} in this folder, the trash included: only an owner or an admin can stop sharing it with people who see them`,
  );
}

/**
 * Refuses to move a folder with items that the caller may not make visible to fewer people. `isOwn` is true if the caller will own the top
 * folder: its owner can stop sharing it.
 */
export function* refuseHidingTree(context: ToolContext, folder: Folder, { after, isOwn }: { after: Audience; isOwn: boolean }): Op<void> {
  const { store, viewer, caller } = context;
  const system = after === 'everybody' ? [] : yield* store.folders.systemItemsOf(folder, maxNamed + 1);
  if (system.length > 0) throw hidesSystemDocuments(system);
  if (actsForAll(caller)) return;
  if (!isOwn && !(yield* losesSomebody(context, yield* audienceOf(context, folder), after))) return;
  const others = yield* store.folders.othersItemsOf(folder, viewer.personId, maxNamed + 1);
  if (others.length === 0) return;
  const why = isOwn ? 'the folder would be yours' : 'not everybody who sees them would see them there';
  throw refusal(
    'protected_item',
    `others created ${namedAll(others)} in this folder, the trash included, and ${why}: only an owner or an admin can move it there`,
  );
}

function hidesSystemDocuments(items: readonly GuardedItem[]): GatewayError {
  return refusal(
    'protected_item',
    `system documents stay visible to everyone in the organization: no one can hide ${namedAll(items)}; move them to a folder that everyone sees, or out of folders`,
  );
}

function namedAll(items: readonly GuardedItem[]): string {
  const names = items.slice(0, maxNamed).map(named).join(', ');
  return items.length > maxNamed ? `${names} and more` : names;
}

function named({ id, name }: Pick<GuardedItem, 'id' | 'name'>): string {
  return `"${name}" (${id})`;
}
