import { isOneName } from '@gatehouse/domain';
import { readSkill } from '@gatehouse/domain/skills';
import type { Change, Op, TakeBack, TakeBackItem, TakeBackPlan, TakeBackPoint, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { versionContent } from '../items/content.ts';
import { whyProtected } from '../items/protected-documents.ts';
import { isOfSubject } from './subject.ts';
import { findSubject } from './subject-item.ts';
import { hasContentOf } from './version-content.ts';

export const leftReasons = [
  'changed_since',
  'no_history',
  'name_taken',
  'protected_item',
  'not_there',
  'others_worked_on_it',
  'left_out',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** Outcome for an item, with the reason. */
export type Decision = Left | { outcome: 'unchanged' } | TakeBackDecision;

interface Left {
  outcome: 'left';
  reason: LeftReason;
  /** True if the run restored an item that others had moved to the trash. It stays restored. */
  isRestorationLeft?: boolean;
}

export interface TakeBackDecision {
  outcome: 'taken_back';
  target: TakeBackPoint;
  changesContent: boolean;
  /** True if the item is only restored from the trash: others have changed its text since, so the text is merged or stays. */
  isRestoredAlone?: boolean;
}

/** Maximum length of a chain of skills in which each one got the name of the next. */
const maxChain = 20;
/** Maximum items of the same name in the trash. Each one is checked. */
const maxCompared = 20;
/** Maximum skills of one folder that are processed earlier. The old text of each is read. */
const maxSkills = 100;

/**
 * Decides by the current state of an item. A name counts as free if this take-back moves its current holder to the trash, because that
 * happens first.
 */
export function* decide(
  context: ToolContext,
  takeBack: TakeBack,
  plan: TakeBackPlan,
  item: VisibleItem,
  maxChained = maxChain,
): Op<Decision> {
  const alone = yield* decideAlone(context, takeBack, plan, item);
  if (alone.outcome !== 'taken_back') return alone;
  const name = yield* wantedName(context, item, alone);
  if (name === undefined || !(yield* isTaken(context, takeBack, item, name, maxChained))) return alone;
  return { outcome: 'left', reason: 'name_taken' };
}

/** True if an item moves to the trash, where it does not occupy a name. */
export function movesToTrash(decision: Decision): boolean {
  return decision.outcome === 'taken_back' && decision.target.isDeleted;
}

/** Decides like `decide`, but ignores the names of other items. */
function* decideAlone(context: ToolContext, { progress }: TakeBack, plan: TakeBackPlan, item: VisibleItem): Op<Decision> {
  if (plan.isLeftOut) return { outcome: 'left', reason: 'left_out' };
  const moves = yield* context.store.changes.trashMoves(item.orgId, item.id);
  const target = targetOf(progress, plan, item, moves);
  const isShared = typeof target !== 'string' && target.version === 0 && (yield* hasOthersChanges(context, progress, item));
  if ((isShared || target === 'changed_since') && wasDeletedByRun(progress, item, moves)) {
    const there = { version: item.versionCount, isDeleted: false };
    return { outcome: 'taken_back', target: there, changesContent: false, isRestoredAlone: true };
  }
  if (target === 'changed_since' && isThereAsBefore(progress, plan, item, moves)) return { outcome: 'unchanged' };
  if (typeof target === 'string') return { outcome: 'left', reason: target, isRestorationLeft: wasRestoredByRun(progress, item, moves) };
  if (isShared) return { outcome: 'left', reason: 'others_worked_on_it' };
  const isDeleted = item.deletedAt !== null;
  const older = target.version === 0 ? undefined : yield* context.store.versions.find(item.orgId, item.id, target.version);
  const changesContent = older !== undefined && !(yield* hasContentOf(context, item, older));
  if (!changesContent && isDeleted === target.isDeleted) return { outcome: 'unchanged' };
  const reason = protection(item, target);
  return reason ? { outcome: 'left', reason } : { outcome: 'taken_back', target, changesContent };
}

/** State before the first of the changes, or the reason why the item stays as it is. */
function targetOf(
  progress: TakeBack['progress'],
  { first, versions, undoes }: TakeBackPlan,
  item: VisibleItem,
  moves: readonly Change[],
): TakeBackPoint | LeftReason {
  const last = moves.at(-1);
  if (undoes) {
    const isAsLeft = item.versionCount === undoes.made.version && (last?.number ?? 0) === undoes.made.change;
    return isAsLeft ? undoes.was : 'changed_since';
  }
  if (!first) return 'no_history';
  const isVersion = first.change === 0;
  // If the run did not make every version since its first change, others have made one.
  if (item.versionCount - first.version + (isVersion ? 1 : 0) !== versions) return 'changed_since';
  const later = moves.filter(({ version, number }) => (isVersion ? version >= first.version : number >= first.change));
  if (later.some((move) => !isOfSubject(progress, move))) return 'changed_since';
  if ((last?.what === 'deleted') !== (item.deletedAt !== null)) return 'changed_since';
  if (isVersion) return { version: first.version - 1, isDeleted: first.version === 1 };
  return { version: first.version, isDeleted: later[0]?.what === 'restored' };
}

/**
 * True if the item is in the trash, or out of it, as before the run, and the run changed nothing else in its body. All other changes are by
 * others.
 */
function isThereAsBefore(
  progress: TakeBack['progress'],
  { first, versions, undoes }: TakeBackPlan,
  item: VisibleItem,
  moves: readonly Change[],
): boolean {
  if (!first || undoes || versions > 0 || first.change === 0) return false;
  const later = moves.filter(({ number }) => number >= first.change);
  const wasDeleted = later[0]?.what === 'restored';
  return wasDeleted === (item.deletedAt !== null) && later.every((move) => isOfSubject(progress, move));
}

/** True if others changed the name, place or tags of an item that the run created. Versions by others are checked earlier. */
function* hasOthersChanges({ store }: ToolContext, progress: TakeBack['progress'], { orgId, id }: VisibleItem): Op<boolean> {
  return (yield* store.changes.ofSubject(orgId, id)).some((row) => !isOfSubject(progress, row));
}

/** Treats deletion as a field: its last row decides, whatever others changed in the body before (D66.9). */
function wasDeletedByRun(progress: TakeBack['progress'], item: VisibleItem, moves: readonly Change[]): boolean {
  return item.deletedAt !== null && firstSinceOthers(progress, moves) === 'deleted';
}

function wasRestoredByRun(progress: TakeBack['progress'], item: VisibleItem, moves: readonly Change[]): boolean {
  return item.deletedAt === null && firstSinceOthers(progress, moves) === 'restored';
}

/** The run's first deletion or restoration after the last one by others. In the take-back of a take-back, all of them count as others'. */
function firstSinceOthers(progress: TakeBack['progress'], moves: readonly Change[]): Change['what'] | undefined {
  return moves[moves.findLastIndex((move) => !isOfSubject(progress, move)) + 1]?.what;
}

function protection(item: VisibleItem, { isDeleted }: TakeBackPoint): LeftReason | undefined {
  const doing = isDeleted && item.deletedAt === null ? 'delete' : 'change';
  return whyProtected(item, doing) === undefined ? undefined : 'protected_item';
}

/**
 * Name that an item needs in its target state. Files and skills of one folder have different names, and the text of a skill contains its
 * name.
 */
function* wantedName(context: ToolContext, item: VisibleItem, { target, changesContent }: TakeBackDecision): Op<string | undefined> {
  if (item.type === 'doc' || target.isDeleted) return undefined;
  const name = item.type === 'skill' && changesContent ? yield* skillName(context, item, target.version) : item.name;
  return name === item.name && item.deletedAt === null ? undefined : name;
}

function* skillName(context: ToolContext, item: VisibleItem, version: number): Op<string> {
  const older = yield* context.store.versions.find(item.orgId, item.id, version);
  const content = older && (yield* versionContent(context, item, older));
  const skill = content && 'text' in content ? readSkill({ content: content.text }) : undefined;
  return skill?.ok ? skill.name : item.name;
}

/** True if another item has the name when this item is processed. Items are processed in the order of their identifiers. */
function* isTaken(context: ToolContext, takeBack: TakeBack, item: VisibleItem, name: string, maxChained: number): Op<boolean> {
  const holder = yield* context.store.items.namedNow(item.orgId, item.folderId, name);
  if (holder !== undefined && holder !== item.id && !(yield* givesUp(context, takeBack, holder, { item, name, maxChained }))) return true;
  const { orgId: _, folderId, id: beforeId } = item;
  const place = { folderId, beforeId };
  const named = yield* context.store.takeBacks.sameName(takeBack, { ...place, name, limit: maxCompared });
  for (const earlier of named) if (yield* comesToHave(context, takeBack, earlier, name)) return true;
  // The future name of a skill stands only in its text.
  const skills = yield* context.store.takeBacks.earlierSkills(takeBack, { ...place, limit: maxSkills });
  for (const earlier of skills) if (earlier !== holder && (yield* comesToHave(context, takeBack, earlier, name))) return true;
  return false;
}

/** True if an item that is processed earlier gets the name. False if it stays as it is, because the name is already taken. */
function* comesToHave(context: ToolContext, takeBack: TakeBack, itemId: string, name: string): Op<boolean> {
  const [entry, found] = yield* entryOf(context, takeBack, itemId);
  const alone = entry && found && (yield* decideAlone(context, takeBack, entry.plan, found));
  if (alone?.outcome !== 'taken_back' || found === undefined) return false;
  const becomes = yield* wantedName(context, found, alone);
  return becomes !== undefined && isOneName(becomes, name);
}

interface Claim {
  item: VisibleItem;
  name: string;
  maxChained: number;
}

/** True if this take-back first deletes or renames the current holder of the name. */
function* givesUp(context: ToolContext, takeBack: TakeBack, holder: string, { item, name, maxChained }: Claim): Op<boolean> {
  const [entry, found] = yield* entryOf(context, takeBack, holder);
  if (!entry || !found) return false;
  const alone = yield* decideAlone(context, takeBack, entry.plan, found);
  if (alone.outcome !== 'taken_back') return false;
  if (alone.target.isDeleted) return true;
  if (holder > item.id || maxChained === 0) return false;
  const becomes = yield* wantedName(context, found, alone);
  if (becomes === undefined || isOneName(becomes, name)) return false;
  return (yield* decide(context, takeBack, entry.plan, found, maxChained - 1)).outcome === 'taken_back';
}

/** Plan for an item that is not processed yet, and the item as the caller sees it. */
function* entryOf(context: ToolContext, takeBack: TakeBack, itemId: string): Op<[TakeBackItem | undefined, VisibleItem | undefined]> {
  const entry = yield* context.store.takeBacks.item(takeBack, itemId);
  if (!entry || entry.outcome !== null) return [undefined, undefined];
  return [entry, (yield* findSubject(context, itemId))?.item];
}
