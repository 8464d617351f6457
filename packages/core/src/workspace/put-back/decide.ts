import { readSkill } from '@gatehouse/domain/skills';
import type { Change, Op, PutBack, PutBackItem, PutBackPlan, PutBackPoint, StoredVersion, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { versionContent } from '../items/content.ts';
import { whyProtected } from '../items/protected-documents.ts';
import { isOfSubject } from './subject.ts';
import { findSubject } from './subject-item.ts';

export const leftReasons = ['changed_since', 'no_history', 'name_taken', 'protected_item', 'not_there', 'others_worked_on_it'] as const;
export type LeftReason = (typeof leftReasons)[number];

/** What becomes of an item, and why. */
export type Decision = { outcome: 'left'; reason: LeftReason } | { outcome: 'unchanged' } | PutBackDecision;

export interface PutBackDecision {
  outcome: 'put_back';
  target: PutBackPoint;
  changesContent: boolean;
}

/** Skills that were renamed one after the other, each to the name that another had. */
const maxChain = 20;
/** Items of one name in the trash: each is looked at. */
const maxCompared = 20;
/** Skills of one folder whose turns are before: the old text of each is read. */
const maxSkills = 100;

/** Decides by what an item is at this instant. A name is free if this putting back moves its current holder to the trash: that goes first. */
export function* decide(context: ToolContext, putBack: PutBack, plan: PutBackPlan, item: VisibleItem, maxChained = maxChain): Op<Decision> {
  const alone = yield* decideAlone(context, putBack, plan, item);
  if (alone.outcome !== 'put_back') return alone;
  const name = yield* wantedName(context, item, alone);
  if (name === undefined || !(yield* isTaken(context, putBack, item, name, maxChained))) return alone;
  return { outcome: 'left', reason: 'name_taken' };
}

/** Whether an item goes to the trash, where it holds no name. */
export function movesToTrash(decision: Decision): boolean {
  return decision.outcome === 'put_back' && decision.target.isDeleted;
}

/** The same as `decide` whatever others are called. */
function* decideAlone(context: ToolContext, { progress }: PutBack, plan: PutBackPlan, item: VisibleItem): Op<Decision> {
  const moves = yield* context.store.changes.trashMoves(item.orgId, item.id);
  const target = targetOf(progress, plan, item, moves);
  if (typeof target === 'string') return { outcome: 'left', reason: target };
  const isDeleted = item.deletedAt !== null;
  const older = target.version === 0 ? undefined : yield* context.store.versions.find(item.orgId, item.id, target.version);
  const changesContent = older !== undefined && !(yield* isSame(context, item, older));
  if (!changesContent && isDeleted === target.isDeleted) return { outcome: 'unchanged' };
  const reason = protection(item, target);
  return reason ? { outcome: 'left', reason } : { outcome: 'put_back', target, changesContent };
}

/** The state before the first of the changes, or why the item stays as it is. */
function targetOf(
  progress: PutBack['progress'],
  { first, versions, undoes }: PutBackPlan,
  item: VisibleItem,
  moves: readonly Change[],
): PutBackPoint | LeftReason {
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

function* isSame({ store }: ToolContext, item: VisibleItem, older: StoredVersion): Op<boolean> {
  const current = yield* store.versions.find(item.orgId, item.id, item.versionCount);
  return current?.mimeType === older.mimeType && current.sha256.equals(older.sha256);
}

function protection(item: VisibleItem, { isDeleted }: PutBackPoint): LeftReason | undefined {
  const doing = isDeleted && item.deletedAt === null ? 'delete' : 'change';
  return whyProtected(item, doing) === undefined ? undefined : 'protected_item';
}

/** The name that an item needs for what it becomes: files and skills of one folder have different names, and a skill is named by its text. */
function* wantedName(context: ToolContext, item: VisibleItem, { target, changesContent }: PutBackDecision): Op<string | undefined> {
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
function* isTaken(context: ToolContext, putBack: PutBack, item: VisibleItem, name: string, maxChained: number): Op<boolean> {
  const holder = yield* context.store.items.namedNow(item.orgId, item.folderId, name);
  if (holder !== undefined && holder !== item.id && !(yield* givesUp(context, putBack, holder, { item, name, maxChained }))) return true;
  const { orgId: _, folderId, id: beforeId } = item;
  const place = { folderId, beforeId };
  const named = yield* context.store.putBacks.sameName(putBack, { ...place, name, limit: maxCompared });
  for (const earlier of named) if (yield* comesToHave(context, putBack, earlier, name)) return true;
  // What a skill is called then stands in its text alone.
  const skills = yield* context.store.putBacks.earlierSkills(putBack, { ...place, limit: maxSkills });
  for (const earlier of skills) if (earlier !== holder && (yield* comesToHave(context, putBack, earlier, name))) return true;
  return false;
}

/** Whether an item whose turn is before gets the name: or it stays as it is, because somebody has the name already. */
function* comesToHave(context: ToolContext, putBack: PutBack, itemId: string, name: string): Op<boolean> {
  const [entry, found] = yield* entryOf(context, putBack, itemId);
  const alone = entry && found && (yield* decideAlone(context, putBack, entry.plan, found));
  return alone?.outcome === 'put_back' && found !== undefined && (yield* wantedName(context, found, alone)) === name;
}

interface Claim {
  item: VisibleItem;
  name: string;
  maxChained: number;
}

/** Whether this putting back takes the name from its current holder: first what it moves to the trash, then what has its turn before. */
function* givesUp(context: ToolContext, putBack: PutBack, holder: string, { item, name, maxChained }: Claim): Op<boolean> {
  const [entry, found] = yield* entryOf(context, putBack, holder);
  if (!entry || !found) return false;
  const alone = yield* decideAlone(context, putBack, entry.plan, found);
  if (alone.outcome !== 'put_back') return false;
  if (alone.target.isDeleted) return true;
  if (holder > item.id || maxChained === 0) return false;
  const becomes = yield* wantedName(context, found, alone);
  if (becomes === undefined || becomes === name) return false;
  return (yield* decide(context, putBack, entry.plan, found, maxChained - 1)).outcome === 'put_back';
}

/** What is planned for an item whose turn has not come, and the item as the caller sees it. */
function* entryOf(context: ToolContext, putBack: PutBack, itemId: string): Op<[PutBackItem | undefined, VisibleItem | undefined]> {
  const entry = yield* context.store.putBacks.item(putBack, itemId);
  if (!entry || entry.outcome !== null) return [undefined, undefined];
  return [entry, (yield* findSubject(context, itemId))?.item];
}
