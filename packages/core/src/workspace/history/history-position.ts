import { afterAllComments, type TimePosition } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../../kernel/schema/schema.ts';
import type { HistoryRow } from './merge-history.ts';

/** Start of a page of the history: the last version, other change and comment before it. */
export interface HistoryPosition {
  versions: TimePosition;
  changes: TimePosition;
  /** Identifier of a comment. */
  comments: string;
}

/** Schemas of a position in a cursor, without and with comments. */
const position = [time, z.string(), z.int(), time, z.string(), z.int()] as const;
export const historyPosition = z.tuple([...position]);
export const positionWithComments = z.tuple([...position, z.string()]);

const newest: TimePosition = { at: Number.MAX_SAFE_INTEGER, itemId: '', number: Number.MAX_SAFE_INTEGER };

/** Position before all rows. */
export const theNewest: HistoryPosition = { versions: newest, changes: newest, comments: afterAllComments };

export function readPosition([at, itemId, number, changedAt, changedId, changeNumber, comments = afterAllComments]:
  | z.output<typeof historyPosition>
  | z.output<typeof positionWithComments>): HistoryPosition {
  return { versions: { at, itemId, number }, changes: { at: changedAt, itemId: changedId, number: changeNumber }, comments };
}

/** Position after these rows, which follow `from`. */
export function positionBehind(from: HistoryPosition, rows: readonly HistoryRow[]): HistoryPosition {
  const last = (kind: 'version' | 'change') => rows.findLast((row) => row.kind === kind)?.row as TimePosition | undefined;
  const comment = rows.findLast((row) => row.kind === 'comment')?.row;
  return { versions: last('version') ?? from.versions, changes: last('change') ?? from.changes, comments: comment?.id ?? from.comments };
}

export function writePosition({ versions, changes }: HistoryPosition): z.input<typeof historyPosition> {
  return [versions.at, versions.itemId, versions.number, changes.at, changes.itemId, changes.number];
}

/** Same for a list that includes comments. */
export function writeWithComments(position: HistoryPosition): z.input<typeof positionWithComments> {
  return [...writePosition(position), position.comments];
}
