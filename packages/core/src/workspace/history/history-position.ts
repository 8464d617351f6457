import { afterAllComments, type TimePosition } from '@gatehouse/storage';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { time } from '../../kernel/schema/schema.ts';
import type { HistoryRow } from './merge-history.ts';

/** Rows of a history that are only returned if the caller includes them. */
export const includable = ['comments', 'reviews'] as const;
export type Included = readonly (typeof includable)[number][];

/** Start of a page of the history: the last version, other change, comment and decision before it. */
export interface HistoryPosition {
  versions: TimePosition;
  changes: TimePosition;
  /** Identifier of a comment. */
  comments: string;
  decisions: TimePosition;
}

const newest: TimePosition = { at: Number.MAX_SAFE_INTEGER, itemId: '', number: Number.MAX_SAFE_INTEGER };

/** Position before all rows. */
export const theNewest: HistoryPosition = { versions: newest, changes: newest, comments: afterAllComments, decisions: newest };

/** Position after these rows, which follow `from`. */
export function positionBehind(from: HistoryPosition, rows: readonly HistoryRow[]): HistoryPosition {
  const last = (kind: 'version' | 'change' | 'decision') => rows.findLast((row) => row.kind === kind)?.row as TimePosition | undefined;
  const comment = rows.findLast((row) => row.kind === 'comment')?.row;
  return {
    versions: last('version') ?? from.versions,
    changes: last('change') ?? from.changes,
    comments: comment?.id ?? from.comments,
    decisions: last('decision') ?? from.decisions,
  };
}

const inTime = [time, z.string(), z.int()] as const;
const changed = [...inTime, ...inTime] as const;
const included = [z.string(), ...inTime] as const;
/** Cursors of lists with and without included rows. Those without keep the format that they had before rows could be included. */
const formats = { without: z.tuple([...changed]), with: z.tuple([...changed, ...included]) };
/** Same with the start of the next round, which is decided with the first page. */
const formatsSince = { without: z.tuple([...changed, time]), with: z.tuple([...changed, time, ...included]) };

/** A list of the history, which its cursors name. */
export interface NamedList {
  list: string;
  include: Included;
}

export function decodePosition({ list, include }: NamedList, cursor: string): HistoryPosition {
  const shape = include.length > 0 ? formats.with : formats.without;
  const [at, itemId, number, changedAt, changedId, changeNumber, ...rest] = decodeCursor(nameOf({ list, include }), shape, cursor);
  return positionOf([at, itemId, number], [changedAt, changedId, changeNumber], rest);
}

export function encodePosition(named: NamedList, position: HistoryPosition): string {
  return encodeCursor(nameOf(named), [...changedParts(position), ...includedParts(named, position)]);
}

export function decodePositionSince({ list, include }: NamedList, cursor: string): [from: HistoryPosition, nextSince: number] {
  const shape = include.length > 0 ? formatsSince.with : formatsSince.without;
  const [at, itemId, number, changedAt, changedId, changeNumber, nextSince, ...rest] = decodeCursor(
    nameOf({ list, include }),
    shape,
    cursor,
  );
  return [positionOf([at, itemId, number], [changedAt, changedId, changeNumber], rest), nextSince];
}

export function encodePositionSince(named: NamedList, position: HistoryPosition, nextSince: number): string {
  return encodeCursor(nameOf(named), [...changedParts(position), nextSince, ...includedParts(named, position)]);
}

function nameOf({ list, include }: NamedList): string {
  return include.length > 0 ? `${list} with ${include.toSorted().join(' ')}` : list;
}

type InTime = [at: number, itemId: string, number: number];

function positionOf(versions: InTime, changes: InTime, rest: [] | [comments: string, ...decisions: InTime]): HistoryPosition {
  const position = { ...theNewest, versions: timePositionOf(versions), changes: timePositionOf(changes) };
  if (rest.length === 0) return position;
  const [comments, ...decisions] = rest;
  return { ...position, comments, decisions: timePositionOf(decisions) };
}

function timePositionOf([at, itemId, number]: InTime): TimePosition {
  return { at, itemId, number };
}

function changedParts({ versions, changes }: HistoryPosition): (string | number)[] {
  return [...partsOf(versions), ...partsOf(changes)];
}

function includedParts({ include }: NamedList, { comments, decisions }: HistoryPosition): (string | number)[] {
  return include.length > 0 ? [comments, ...partsOf(decisions)] : [];
}

function partsOf({ at, itemId, number }: TimePosition): InTime {
  return [at, itemId, number];
}
