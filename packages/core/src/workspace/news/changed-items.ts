import { type ItemType, isSameRun } from '@gatehouse/domain';
import type { ChangeInTime, Op, TimePosition, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { changeWords, type ItemChangeWord, isOfItem } from '../history/change-words.ts';
import type { OfAgent } from './makers.ts';

/** Maximum versions that a call reads, and maximum other changes. */
const maxLookedAt = 150;
/** Maximum entries in one answer. Each item is looked up, even if the caller cannot see it. */
const maxItems = 16;

/** Changes of one agent to one item in one run. */
export interface ChangedItem extends OfAgent {
  item: { id: string; type: ItemType; name: string; isInTrash: boolean; waits: boolean };
  isNew: boolean;
  versions: number;
  firstVersion: number | null;
  lastVersion: number | null;
  others: ItemChangeWord[];
  firstAt: number;
  at: number;
}

/** Position to continue from: the last version, and the last other change. */
export interface ChangesPosition {
  versions: TimePosition;
  changes: TimePosition;
}

/** Position after everything. */
export const theEnd: TimePosition = { at: 0, itemId: '', number: 0 };

/** Position before everything. */
const theStart: TimePosition = { at: Number.MAX_SAFE_INTEGER, itemId: '', number: 0 };

type Found = Omit<ChangedItem, 'item'> & { itemId: string };
type Made = TimePosition & Pick<ChangeInTime, 'agentId' | 'personId'>;
type Row = { of: 'versions'; row: Made } | { of: 'changes'; row: ChangeInTime };

/**
 * Finds changes by agents to items that the caller can see, since a time, newest first: one entry for each item in each run of an agent. Also
 * returns the position to continue from.
 */
export function* findChanged(
  context: ToolContext,
  since: number,
  behind: ChangesPosition = { versions: theStart, changes: theStart },
): Op<{ changed: ChangedItem[]; position: ChangesPosition }> {
  const { store, viewer } = context;
  const versions = yield* store.versions.newest(viewer.orgId, since, maxLookedAt, behind.versions);
  const changes = yield* store.changes.newest(viewer.orgId, since, maxLookedAt, behind.changes);
  const { found, read } = groupInRuns(inOneOrder(versions, changes));
  const changed: ChangedItem[] = [];
  for (const { itemId, ...one } of found) {
    const item = (yield* store.items.visible(viewer, 'any', itemId)) ?? (yield* store.trash.find(viewer, itemId));
    if (!item) continue;
    const { type, name } = item;
    changed.push({ ...one, item: { id: itemId, type, name, isInTrash: item.deletedAt !== null, waits: waitsForReview(item) } });
  }
  const position = {
    versions: positionAfter(versions, read.versions, behind.versions),
    changes: positionAfter(changes, read.changes, behind.changes),
  };
  return { changed, position };
}

/** True if changes of an item, or the newest version of a skill, wait for a review. // D72.8, D78 */
function waitsForReview({ type, waitsSince, reviewedVersion, versionCount }: VisibleItem): boolean {
  return type === 'skill' ? (reviewedVersion ?? 0) < versionCount : waitsSince !== null;
}

/** Versions and other changes, newest first, down to the time that both have been read to. */
function inOneOrder(versions: readonly Made[], changes: readonly ChangeInTime[]): Row[] {
  const readTo = (rows: readonly Made[]) => (rows.length < maxLookedAt ? 0 : (rows.at(-1)?.at ?? 0));
  const from = Math.max(readTo(versions), readTo(changes));
  const rows: Row[] = [
    ...versions.map((row) => ({ of: 'versions', row }) as const),
    ...changes.map((row) => ({ of: 'changes', row }) as const),
  ];
  // The sort is stable, so each kind keeps its own order.
  return rows.filter(({ row }) => row.at >= from).sort((one, other) => other.row.at - one.row.at);
}

/** Groups rows by agent, run and item, up to the maximum, the most recently changed first. Also returns how many rows of each kind were read. */
function groupInRuns(rows: readonly Row[]): { found: Found[]; read: Record<Row['of'], number> } {
  const found = new Map<string, Found>();
  const runs = new Map<string, { number: number; at: number }>();
  const read = { versions: 0, changes: 0 };
  for (const next of rows) {
    const { itemId, agentId, personId, at } = next.row;
    if (agentId !== null && isOfItem(itemId)) {
      const later = runs.get(agentId) ?? { number: 0, at };
      const run = { number: later.number + (isSameRun(at, later.at) ? 0 : 1), at };
      const key = `${agentId} ${run.number} ${itemId}`;
      const nothing = { isNew: false, versions: 0, firstVersion: null, lastVersion: null, others: [], firstAt: at, at };
      const one: Found = found.get(key) ?? { itemId, agentId, personId, ...nothing };
      if (!found.has(key) && found.size === maxItems) break;
      runs.set(agentId, run);
      found.set(key, one);
      one.firstAt = at;
      if (next.of === 'versions') noteVersion(one, next.row);
      else noteChange(one, next.row);
    }
    read[next.of]++;
  }
  return { found: [...found.values()], read };
}

function noteVersion(one: Found, { number }: Made): void {
  one.versions++;
  one.isNew ||= number === 1;
  one.firstVersion = number;
  one.lastVersion ??= number;
}

function noteChange(one: Found, change: ChangeInTime): void {
  for (const word of changeWords(change.itemId, change)) if (!one.others.includes(word)) one.others.push(word);
}

function positionAfter(rows: readonly Made[], read: number, before: TimePosition): TimePosition {
  if (read === rows.length && rows.length < maxLookedAt) return theEnd;
  const last = rows[read - 1];
  return last ? { at: last.at, itemId: last.itemId, number: last.number } : before;
}
