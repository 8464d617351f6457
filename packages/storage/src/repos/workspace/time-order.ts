import { and, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { TimePosition } from '../../schema/take-back.ts';

type Maker = 'keyId' | 'agentId' | 'personId';
/** A maker, or the call or trace that rows belong to. */
type Source = Maker | 'requestId' | 'traceId';
type TableInTime = Record<'orgId' | 'at' | 'itemId' | 'number', SQLiteColumn>;
type OrderedTable = TableInTime & Record<Source, SQLiteColumn>;

/** Sources by which rows can be searched. Each has an index. */
export type LookedThrough = 'all' | Source;

/** Rows of a query, and their order. */
export interface OrderedRows {
  rows: SQL | undefined;
  order: (SQL | SQLiteColumn)[];
}

/** Rows of an organization after a position, up to a time, in the order of times. Both engines have an index for it. */
export function inTimeOrder({ orgId, at, itemId, number, ...sources }: OrderedTable, looked: LookedThrough): OrderedRows {
  const isBehind = sql`(${at}, ${itemId}, ${number}) > (${sql.placeholder('afterAt')}, ${sql.placeholder('afterItem')}, ${sql.placeholder('afterNumber')})`;
  const ofMaker = looked === 'all' ? undefined : eq(sources[looked], sql.placeholder('makerId'));
  return {
    rows: and(eq(orgId, sql.placeholder('orgId')), ofMaker, isBehind, lte(at, sql.placeholder('until'))),
    order: [at, itemId, number],
  };
}

/** Same before a position, back to a time. */
export function newestFirst(table: OrderedTable, looked: LookedThrough = 'all'): OrderedRows {
  const { rows, order } = allNewestFirst(table);
  return { rows: looked === 'all' ? rows : and(eq(table[looked], sql.placeholder('makerId')), rows), order };
}

/** Same for rows of all makers. */
export function allNewestFirst({ orgId, at, itemId, number }: TableInTime): OrderedRows {
  const isBefore = sql`(${at}, ${itemId}, ${number}) < (${sql.placeholder('beforeAt')}, ${sql.placeholder('beforeItem')}, ${sql.placeholder('beforeNumber')})`;
  return {
    rows: and(eq(orgId, sql.placeholder('orgId')), gte(at, sql.placeholder('since')), isBefore),
    order: [desc(at), desc(itemId), desc(number)],
  };
}

export function newestFirstValues(orgId: string, since: number, limit: number, before: TimePosition) {
  return { orgId, since, limit, beforeAt: before.at, beforeItem: before.itemId, beforeNumber: before.number };
}

/** Position after all others. */
export const theNewest: TimePosition = { at: Number.MAX_SAFE_INTEGER, itemId: '', number: 0 };

/** Rows by one key, agent or person, newest first, before a position. */
export interface NewestOf {
  orgId: string;
  madeBy: { maker: Maker; id: string };
  before?: TimePosition | undefined;
  limit: number;
}

export function newestOfValues({ orgId, madeBy, before = theNewest, limit }: NewestOf) {
  return { ...newestFirstValues(orgId, 0, limit, before), makerId: madeBy.id };
}

/** A range of time, optionally with only the rows of one key, agent, person, call or trace. */
export interface TimeStretch {
  after: TimePosition;
  until: number;
  madeBy?: { maker: Source; id: string } | undefined;
  limit: number;
}

export function timeOrderValues(orgId: string, { after, until, madeBy, limit }: TimeStretch) {
  return { orgId, until, makerId: madeBy?.id, limit, afterAt: after.at, afterItem: after.itemId, afterNumber: after.number };
}
