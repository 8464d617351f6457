import type { HistoryRow, RunVersions } from '@gatehouse/domain/take-back';
import type { Change, MadeVersion, Op, TakeBack, TakeBackItem, TakeBackPlan, VersionMaker, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';

/** Maximum versions that are checked one by one. */
const maxVersions = 200;

/** Author, time, call and trace of a change. */
export interface ChangeSource extends VersionMaker {
  at: number;
  requestId?: string | null;
  traceId?: string | null;
}

/** True if a change belongs to the run that is taken back (D66.7). */
export function isOfSubject(
  { subject, since, until }: Pick<TakeBack['progress'], 'subject' | 'since' | 'until'>,
  change: ChangeSource,
): boolean {
  if (change.at < since || change.at > until) return false;
  switch (subject.kind) {
    case 'key':
      return change.keyId === subject.id;
    case 'agent':
      return change.agentId === subject.id;
    case 'person':
      return change.personId === subject.id;
    case 'time':
      return true;
    case 'call':
      return change.requestId === subject.id;
    case 'trace':
      return change.traceId === subject.id && subject.of !== undefined && change[subject.of.maker] === subject.of.id;
    case 'take_back':
      return false;
    default:
      return subject.kind satisfies never;
  }
}

/** Loads the histories of entries, with the changes of the run marked. */
export function* loadHistories(
  { store, viewer }: ToolContext,
  takeBack: TakeBack,
  entries: readonly TakeBackItem[],
): Op<Map<string, HistoryRow[]>> {
  const ids = entries.map(({ itemId }) => itemId);
  const rows = Map.groupBy(ids.length === 0 ? [] : yield* store.many.changes(viewer.orgId, ids), ({ subjectId }) => subjectId);
  return new Map(entries.map(({ itemId, plan }) => [itemId, historyRows(takeBack, plan, rows.get(itemId) ?? [])]));
}

function historyRows({ progress }: TakeBack, { undoes }: TakeBackPlan, rows: readonly Change[]): HistoryRow[] {
  return rows.map((row) => ({
    number: row.number,
    version: row.version,
    what: row.what,
    at: row.at,
    isOfRun: undoes ? isOfTakeBack(undoes, row) : isOfSubject(progress, row),
    before: row.fieldsBefore,
    after: row.fieldsAfter,
  }));
}

/**
 * True if a row belongs to the take-back that is undone. The row is recognized by its number. If the take-back is older than row numbers,
 * its last move into or out of the trash counts.
 */
function isOfTakeBack({ made, was }: NonNullable<TakeBackPlan['undoes']>, { number, what }: Change): boolean {
  if (made.rows) return number > made.rows.after && number <= made.rows.upTo;
  return number === made.change && what === (was.isDeleted ? 'restored' : 'deleted');
}

/** Versions of an item since the run's first one. */
export interface MadeVersions extends RunVersions {
  /** All versions since the run's first one, if others made some of these versions and there are not too many. */
  mixed: { number: number; isOfRun: boolean }[] | undefined;
  /** True if others made some of the versions. */
  isMixed: boolean;
}

/** Finds the versions of many items, each with its plan. */
export function* versionsOfRun(
  { store, viewer }: ToolContext,
  { progress }: TakeBack,
  entries: readonly { entry: TakeBackItem; item: VisibleItem }[],
): Op<Map<string, MadeVersions>> {
  const runs = entries.map(({ entry, item }) => ({ item, plan: entry.plan, ...firstOf(entry.plan, item) }));
  const looked = runs.filter(
    ({ item, from, isMixed }) => from !== undefined && item.versionCount - from < maxVersions && (isMixed || item.type === 'skill'),
  );
  const keys = looked.map(({ item, from }) => ({ itemId: item.id, number: from ?? 0 }));
  const made = Map.groupBy(keys.length === 0 ? [] : yield* store.many.madeFrom(viewer.orgId, keys), ({ itemId }) => itemId);
  return new Map(
    runs.map(({ item, plan, from, isMixed }) => {
      const isOfRun = (version: MadeVersion) => (plan.undoes ? version.number <= plan.undoes.made.version : isOfSubject(progress, version));
      return [item.id, versionsOf({ from, isMixed, count: item.versionCount, made: made.get(item.id), isOfRun })];
    }),
  );
}

function firstOf({ undoes, first, versions }: TakeBackPlan, { versionCount }: VisibleItem): { from: number | undefined; isMixed: boolean } {
  if (undoes) {
    const { was, made } = undoes;
    return made.version > was.version
      ? { from: was.version + 1, isMixed: versionCount !== made.version }
      : { from: undefined, isMixed: false };
  }
  const from = first === undefined || versions === 0 ? 0 : first.version + (first.change > 0 ? 1 : 0);
  if (from < 1) return { from: undefined, isMixed: false };
  return { from, isMixed: versionCount - from + 1 !== versions };
}

interface Found {
  from: number | undefined;
  isMixed: boolean;
  count: number;
  made: readonly MadeVersion[] | undefined;
  isOfRun: (version: MadeVersion) => boolean;
}

function versionsOf({ from, isMixed, count, made, isOfRun }: Found): MadeVersions {
  if (from === undefined) return { first: undefined, firstAt: undefined, lastOfOthers: count, mixed: undefined, isMixed: false };
  if (!made) return { first: from, firstAt: undefined, lastOfOthers: isMixed ? count : from - 1, mixed: undefined, isMixed };
  const all = made.filter(({ number }) => number >= from);
  const first = all.find(isOfRun);
  if (!first) return { first: undefined, firstAt: undefined, lastOfOthers: count, mixed: undefined, isMixed: false };
  const lastOfOthers = all.findLast((version) => !isOfRun(version))?.number ?? from - 1;
  const mixed = all
    .filter(({ number }) => number >= first.number)
    .map((version) => ({ number: version.number, isOfRun: isOfRun(version) }));
  return { first: first.number, firstAt: first.at, lastOfOthers, mixed, isMixed: lastOfOthers > first.number };
}
