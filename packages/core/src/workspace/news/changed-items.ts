import type { ItemType } from '@gatehouse/domain';
import type { ChangeInTime, Op, TimePosition } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { changeWords, type ItemChangeWord, isOfItem } from '../history/change-words.ts';
import type { OfAgent } from './makers.ts';

/** Maximum versions that a call reads, and maximum other changes. */
const maxLookedAt = 150;
/** Maximum pairs of agent and item in one answer. Each item is looked up, even if the caller cannot see it. */
const maxItems = 16;

/** Changes of one agent to one item. */
export interface ChangedItem extends OfAgent {
  item: { id: string; type: ItemType; name: string; isInTrash: boolean };
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
type Row = TimePosition & Pick<ChangeInTime, 'agentId' | 'personId'>;

/** Finds changes by agents to items that the caller can see, since a time, newest first. Also returns the position to continue from. */
export function* findChanged(
  context: ToolContext,
  since: number,
  behind: ChangesPosition = { versions: theStart, changes: theStart },
): Op<{ changed: ChangedItem[]; position: ChangesPosition }> {
  const { store, viewer } = context;
  const found = new Map<string, Found>();
  const versions = yield* store.versions.newest(viewer.orgId, since, maxLookedAt, behind.versions);
  const versionsTo = noteAll(found, versions, (one, { number }) => {
    one.versions++;
    one.isNew ||= number === 1;
    one.firstVersion = number;
    one.lastVersion ??= number;
  });
  const changes = yield* store.changes.newest(viewer.orgId, since, maxLookedAt, behind.changes);
  const changesTo = noteAll(found, changes, (one, change) => {
    for (const word of changeWords(change.itemId, change)) if (!one.others.includes(word)) one.others.push(word);
  });
  const changed: ChangedItem[] = [];
  for (const { itemId, ...one } of [...found.values()].sort((one, other) => other.at - one.at)) {
    const item = (yield* store.items.visible(viewer, 'any', itemId)) ?? (yield* store.trash.find(viewer, itemId));
    if (item) changed.push({ ...one, item: { id: itemId, type: item.type, name: item.name, isInTrash: item.deletedAt !== null } });
  }
  return { changed, position: { versions: versionsTo ?? behind.versions, changes: changesTo ?? behind.changes } };
}

/** Groups rows by agent and item, up to the maximum. Returns the last row that was read. */
function noteAll<One extends Row>(
  found: Map<string, Found>,
  rows: readonly One[],
  note: (one: Found, row: One) => void,
): TimePosition | undefined {
  let last: TimePosition | undefined;
  for (const row of rows) {
    const { itemId, agentId, personId, at, number } = row;
    if (agentId !== null && isOfItem(itemId)) {
      const key = `${agentId} ${itemId}`;
      const nothing = { isNew: false, versions: 0, firstVersion: null, lastVersion: null, others: [], firstAt: at, at };
      const one = found.get(key) ?? { itemId, agentId, personId, ...nothing };
      if (!found.has(key) && found.size === maxItems) return last;
      found.set(key, one);
      one.at = Math.max(one.at, at);
      one.firstAt = Math.min(one.firstAt, at);
      note(one, row);
    }
    last = { at, itemId, number };
  }
  return rows.length < maxLookedAt ? theEnd : last;
}
