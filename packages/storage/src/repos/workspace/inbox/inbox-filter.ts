import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { scalar } from '../../../query/engine.ts';
import { type Viewer, viewerValues } from '../../../query/visibility.ts';
import type { Tables } from '../../../schema/schema.ts';

/** Place of an entry in the inbox: its time, and the identifier of what waits. */
export interface InboxPosition {
  at: number;
  id: string;
}

export interface InboxFilter {
  viewer: Viewer;
  /** Only these subjects. Undefined means all. */
  ids?: readonly string[] | undefined;
  /** Includes entries that the person marked as read then or later; 0 includes all. */
  readSince: number;
  /** Only entries after this one in the order of the inbox, newest first. */
  before: InboxPosition;
  limit: number;
}

/** State of an entry, as every list of the inbox selects it. */
export interface InboxEntry {
  at: number;
  /** Time of the entry that the person read last. Null if none. */
  readThrough: number | null;
}

/** Entries of one kind that were found. */
export interface FoundEntries<Row> {
  rows: Row[];
  /** Last place that was looked at. Undefined at the end of the list. */
  through: InboxPosition | undefined;
}

/** Everything is after this place. */
export const inboxStart: InboxPosition = { at: Number.MAX_SAFE_INTEGER, id: '~' };

/** Maximum rows of one kind that a query looks at. Without it, a query could read all rows of the organization. */
export const entriesPerLook = 2000;

type Expression = SQL | SQLiteColumn;

/** Selects the time up to which the person has read a subject. */
export function readThroughOf({ inboxReads }: Tables, subject: Expression): SQL<number | null> {
  return scalar<
    number | null
  >(sql`(select ${inboxReads.readThrough} from ${inboxReads} where ${inboxReads.orgId} = ${sql.placeholder('orgId')}
    and ${inboxReads.subjectId} = ${subject} and ${inboxReads.personId} = ${sql.placeholder('personId')})`);
}

/** Leaves out entries that the person has read, unless they were marked since a time. */
export function isShown({ inboxReads }: Tables, subject: Expression, at: Expression): SQL {
  return sql`not exists (select 1 from ${inboxReads} where ${inboxReads.orgId} = ${sql.placeholder('orgId')}
    and ${inboxReads.subjectId} = ${subject} and ${inboxReads.personId} = ${sql.placeholder('personId')}
    and ${inboxReads.readThrough} >= ${at} and ${inboxReads.markedAt} < ${sql.placeholder('readSince')})`;
}

/** Limits a query to entries after a place. SQLite starts at a place in an index of an expression only if it is compared alone. */
export function isBefore(at: Expression, id: Expression): SQL {
  return sql`${at} <= ${sql.placeholder('beforeAt')} and (${at}, ${id}) < (${sql.placeholder('beforeAt')}, ${sql.placeholder('beforeId')})`;
}

/** Limits a query to the rows of one look. */
export function isInLook(at: Expression, id: Expression): SQL {
  return sql`${at} >= ${sql.placeholder('fromAt')} and (${at}, ${id}) >= (${sql.placeholder('fromAt')}, ${sql.placeholder('fromId')})`;
}

export function inboxValues({ viewer, ids, readSince, before, limit }: InboxFilter, through?: InboxPosition) {
  const position = { beforeAt: before.at, beforeId: before.id, fromAt: through?.at ?? 0, fromId: through?.id ?? '' };
  return { ...viewerValues(viewer), readSince, limit, ...position, ...(ids && { ids: JSON.stringify(ids) }) };
}
