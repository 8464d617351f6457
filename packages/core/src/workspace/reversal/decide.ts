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

/** What becomes of an item, and why. */
export type Decision = Left | { outcome: 'unchanged' } | TakeBackDecision;

interface Left {
  outcome: 'left';
  reason: LeftReason;
  /** Others had moved it to the trash, the run restored it, and that stays. */
  isRestorationLeft?: boolean;
}

export interface TakeBackDecision {
  outcome: 'taken_back';
  target: TakeBackPoint;
  changesContent: boolean;
  /** It comes out of the trash alone: others have changed its body since, so that is merged or stays. */
  isRestoredAlone?: boolean;
}

/** Skills that were renamed one after the other, each to the name that another had. */
const maxChain = 20;
/** Items of one name in the trash: each is looked at. */
const maxCompared = 20;
/** Skills of one folder whose turns are before: the old text of each is read. */
const maxSkills = 100;

/** Decides by what an item is at this instant. A name is free if this take-back moves its current holder to the trash: that goes first. */
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

/** Whether an item goes to the trash, where it holds no name. */
export function movesToTrash(decision: Decision): boolean {
  return decision.outcome === 'taken_back' && decision.target.isDeleted;
}

/** The same as `decide` whatever others are called. */
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

/** The state before the first of the changes, or why the item stays as it is. */
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
  // All versions from the first on are among the changes, or somebody else has made one.
  if (item.versionCount - first.version + (isVersion ? 1 : 0) !== versions) return 'changed_since';
  const later = moves.filter(({ version, number }) => (isVersion ? version >= first.version : number >= first.change));
  if (later.some((move) => !isOfSubject(progress, move))) return 'changed_since';
  if ((last?.what === 'deleted') !== (item.deletedAt !== null)) return 'changed_since';
  if (isVersion) return { version: first.version - 1, isDeleted: first.version === 1 };
  return { version: first.version, isDeleted: later[0]?.what === 'restored' };
}

/** Whether it is in the trash, or not, as before the run, which changed nothing else of its body: all of that is others'. */
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

/** Whether anybody else changed the name, place or tags of what the run created. Versions are checked before. */
function* hasOthersChanges({ store }: ToolContext, progress: TakeBack['progress'], { orgId, id }: VisibleItem): Op<boolean> {
  return (yield* store.changes.ofSubject(orgId, id)).some((row) => !isOfSubject(progress, row));
}

/** Deletion is a field: its last row decides, whatever others changed in the body before (D66.9). */
function wasDeletedByRun(progress: TakeBack['progress'], item: VisibleItem, moves: readonly Change[]): boolean {
  return item.deletedAt !== null && firstSinceOthers(progress, moves) === 'deleted';
}

function wasRestoredByRun(progress: TakeBack['progress'], item: VisibleItem, moves: readonly Change[]): boolean {
  return item.deletedAt === null && firstSinceOthers(progress, moves) === 'restored';
}

/** The run's first deletion or restoration since the last one by others; for a take-back of a take-back, all of them are others'. */
function firstSinceOthers(progress: TakeBack['progress'], moves: readonly Change[]): Change['what'] | undefined {
  return moves[moves.findLastIndex((move) => !isOfSubject(progress, move)) + 1]?.what;
}

function protection(item: VisibleItem, { isDeleted }: TakeBackPoint): LeftReason | undefined {
  const doing = isDeleted && item.deletedAt === null ? 'delete' : 'change';
  return whyProtected(item, doing) === undefined ? undefined : 'protected_item';
}

/** The name that an item needs for what it becomes: files and skills of one folder have different names, and a skill is named by its text. */
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

/** Whether another has the name when it is the item's turn. Items have their turns in the order of their identifiers. */
function* isTaken(context: ToolContext, takeBack: TakeBack, item: VisibleItem, name: string, maxChained: number): Op<boolean> {
  const holder = yield* context.store.items.namedNow(item.orgId, item.folderId, name);
  if (holder !== undefined && holder !== item.id && !(yield* givesUp(context, takeBack, holder, { item, name, maxChained }))) return true;
  const { orgId: _, folderId, id: beforeId } = item;
  const place = { folderId, beforeId };
  const named = yield* context.store.takeBacks.sameName(takeBack, { ...place, name, limit: maxCompared });
  for (const earlier of named) if (yield* comesToHave(context, takeBack, earlier, name)) return true;
  // What a skill is called then stands in its text alone.
  const skills = yield* context.store.takeBacks.earlierSkills(takeBack, { ...place, limit: maxSkills });
  for (const earlier of skills) if (earlier !== holder && (yield* comesToHave(context, takeBack, earlier, name))) return true;
  return false;
}

/** Whether an item whose turn is before gets the name: or it stays as it is, because somebody has the name already. */
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

/** Whether this take-back frees the name from its current holder, by deleting or renaming it before. */
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

/** What is planned for an item whose turn has not come, and the item as the caller sees it. */
function* entryOf(context: ToolContext, takeBack: TakeBack, itemId: string): Op<[TakeBackItem | undefined, VisibleItem | undefined]> {
  const entry = yield* context.store.takeBacks.item(takeBack, itemId);
  if (!entry || entry.outcome !== null) return [undefined, undefined];
  return [entry, (yield* findSubject(context, itemId))?.item];
}
