import { readSkill } from '@gatehouse/skills';
import type { ItemChange, Op, PutBack, PutBackPlan, PutBackPoint, StoredVersion, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../context.ts';
import { whyProtected } from '../documents/protected-documents.ts';
import { versionContent } from '../items/content.ts';
import { isOfSubject } from './subject.ts';

export const leftReasons = ['changed_since', 'no_history', 'name_taken', 'protected_item', 'not_there'] as const;
export type LeftReason = (typeof leftReasons)[number];

/** What becomes of an item, and why. */
export type Decision =
  | { outcome: 'left'; reason: LeftReason }
  | { outcome: 'unchanged' }
  | { outcome: 'put_back'; target: PutBackPoint; changesContent: boolean };

/** Decides by what an item is at this instant. */
export function* decide(context: ToolContext, { progress }: PutBack, plan: PutBackPlan, item: VisibleItem): Op<Decision> {
  const moves = yield* context.store.itemChanges.trashMoves(item.orgId, item.id);
  const target = targetOf(progress, plan, item, moves);
  if (typeof target === 'string') return { outcome: 'left', reason: target };
  const isDeleted = item.deletedAt !== null;
  const older = target.version === 0 ? undefined : yield* context.store.versions.find(item.orgId, item.id, target.version);
  const changesContent = older !== undefined && !(yield* isSame(context, item, older));
  if (!changesContent && isDeleted === target.isDeleted) return { outcome: 'unchanged' };
  const reason = protection(item, target) ?? (yield* takenName(context, item, target, changesContent ? older : undefined));
  return reason ? { outcome: 'left', reason } : { outcome: 'put_back', target, changesContent };
}

/** The state before the first of the changes, or why the item stays as it is. */
function targetOf(
  progress: PutBack['progress'],
  { first, versions, undoes }: PutBackPlan,
  item: VisibleItem,
  moves: readonly ItemChange[],
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

/** Files and skills of one folder have different names; a skill is named by its text. */
function* takenName(
  context: ToolContext,
  item: VisibleItem,
  { isDeleted }: PutBackPoint,
  older: StoredVersion | undefined,
): Op<LeftReason | undefined> {
  if (item.type === 'doc' || isDeleted) return undefined;
  const name = item.type === 'skill' && older ? yield* skillName(context, item, older) : item.name;
  if (name === item.name && item.deletedAt === null) return undefined;
  const holder = yield* context.store.items.namedNow(item.orgId, item.folderId, name);
  return holder === undefined || holder === item.id ? undefined : 'name_taken';
}

function* skillName(context: ToolContext, item: VisibleItem, older: StoredVersion): Op<string> {
  const content = yield* versionContent(context, item, older);
  const skill = 'text' in content ? readSkill({ content: content.text }) : undefined;
  return skill?.ok ? skill.name : item.name;
}
