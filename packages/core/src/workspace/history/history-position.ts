import type { TimePosition } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../../kernel/schema/schema.ts';
import type { HistoryRow } from './merge-history.ts';

/** Version and other change after which a page of the history begins. */
export interface HistoryPosition {
  versions: TimePosition;
  changes: TimePosition;
}

/** Form of a position in a cursor. */
export const historyPosition = z.tuple([time, z.string(), z.int(), time, z.string(), z.int()]);

const newest: TimePosition = { at: Number.MAX_SAFE_INTEGER, itemId: '', number: Number.MAX_SAFE_INTEGER };

/** Position before all rows. */
export const theNewest: HistoryPosition = { versions: newest, changes: newest };

export function readPosition([at, itemId, number, changedAt, changedId, changeNumber]: z.output<typeof historyPosition>): HistoryPosition {
  return { versions: { at, itemId, number }, changes: { at: changedAt, itemId: changedId, number: changeNumber } };
}

/** Position after these rows, which follow `from`. */
export function positionBehind(from: HistoryPosition, rows: readonly HistoryRow[]): HistoryPosition {
  const last = (kind: HistoryRow['kind']) => rows.findLast((row) => row.kind === kind)?.row;
  return { versions: last('version') ?? from.versions, changes: last('change') ?? from.changes };
}

export function writePosition({ versions, changes }: HistoryPosition): z.input<typeof historyPosition> {
  return [versions.at, versions.itemId, versions.number, changes.at, changes.itemId, changes.number];
}
