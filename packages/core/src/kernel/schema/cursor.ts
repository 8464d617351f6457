import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import { refusal } from '../errors/errors.ts';

/**
 * Opaque positions in lists (D2). A cursor names its list, so that it cannot be used on another one. It holds the position by value, so
 * that it stays valid when rows are added.
 */
export function encodeCursor(list: string, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url');
}

export function decodeCursor<Position extends z.ZodTuple>(list: string, shape: Position, cursor: string): z.output<Position> {
  const parts = z.array(z.union([positionText, z.number()])).safeParse(parseJson(cursor));
  if (!parts.success || parts.data[0] !== list) throw invalidCursor();
  const position = shape.safeParse(parts.data.slice(1));
  if (!position.success) throw invalidCursor();
  return position.data;
}

/** Text inside base64 has bypassed the check of text at the entrance. // D3 */
const positionText = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'));

export interface Page<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** Cuts a list that was read with one row too many. `nextCursor` is null only at the true end. */
export function pageOf<Row>(list: string, found: Row[], limit: number, positionOf: (row: Row) => readonly (string | number)[]): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last ? encodeCursor(list, positionOf(last)) : null };
}

/**
 * Reads the data of each row until `room` letters are read, but always that of the first row. A page of long texts from services therefore
 * ends early, and its cursor continues there.
 */
export function* withinRoom<Row, Shown>(
  rows: readonly Row[],
  room: number,
  read: (row: Row) => Op<{ shown: Shown; letters: number }>,
): Op<Shown[]> {
  const found: Shown[] = [];
  let taken = 0;
  for (const row of rows) {
    if (taken > room) break;
    const { shown, letters } = yield* read(row);
    taken += letters;
    found.push(shown);
  }
  return found;
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function invalidCursor() {
  return refusal(
    'invalid_cursor',
    'argument "cursor" is not a nextCursor of this list with these filters; omit it to start from the beginning',
  );
}
