import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';
import type { Activity, ActivityFilter } from './logged-call.ts';
import { lowWaterMark } from './low-water-mark.ts';
import {
  markOf,
  type RowPosition,
  readRowPosition,
  readSnapshot,
  readSnapshotPosition,
  type Snapshot,
  writeRowPosition,
  writeSnapshotPosition,
} from './stream-position.ts';

/** Rows of the log to follow. */
export type FollowedRows = Omit<ActivityFilter, 'beforeId' | 'fromId' | 'throughId' | 'news' | 'limit'>;

export interface FollowedLog {
  /**
   * Rows committed since the last call, oldest first, each once, in whatever order they are committed. Undefined if they cannot be known,
   * because the database has lost rows or is another one; the next call continues from here.
   */
  news(): Op<Activity[] | undefined>;
  /** Position in words of the engine, which also name the database. `missed` returns the rows since then. */
  readonly position: string;
}

/** Rows committed after one position and up to another. */
export interface MissedRows {
  /** Next part, oldest first. Empty at the end. */
  next(): Op<Activity[]>;
}

export interface LogFollowing {
  /** Follows the log of an organization from now on. */
  follow(rows: FollowedRows): Op<FollowedLog>;
  /**
   * Rows of an organization's log between two positions; the second is of this database. Undefined if the first is unknown: from another
   * database, of removed rows, invalid, or more than 10,000 rows ago.
   */
  missed(orgId: string, from: string, to: string): Op<MissedRows | undefined>;
}

/** A part of an organization's log. */
export type LogSpan = Omit<ActivityFilter, 'limit'>;

interface LogQueries {
  list(filter: ActivityFilter): Op<Activity[]>;
  /** True if it has more rows than this. */
  isLonger(span: LogSpan & { rows: number }): Op<boolean>;
  /** Position to which the log has been counted. No new row appears below it. // D44 */
  counted(): Op<{ activityId: number }>;
}

const rowsPerQuery = 1000;
const maxMissed = 10_000;
/** Missed rows that are read in one query: about a page of the log. */
const rowsPerPart = 500;
/** Distance below the newest row at which a row that is being written can still appear: rows are the last thing that a call writes. */
const lateRows = 50_000;

export function followLog(queries: LogQueries, { commits }: Pick<Engine, 'commits'>): LogFollowing {
  return commits ? followCommits(queries, commits) : followNumbers(queries);
}

/** Follows a log whose rows are committed in the order of their numbers. */
function followNumbers(queries: LogQueries): LogFollowing {
  const { list, isLonger } = queries;

  const positionOf = (row: Activity | undefined): RowPosition => (row ? { id: row.id, mark: markOf(row) } : { id: 0, mark: '' });

  function* isKnown(orgId: string, { id, mark }: RowPosition): Op<boolean> {
    if (id === 0) return true;
    const [row] = yield* list({ orgId, fromId: id, throughId: id, limit: 1 });
    return row !== undefined && markOf(row) === mark;
  }

  return {
    *follow(filter) {
      const [newest] = yield* list({ orgId: filter.orgId, limit: 1 });
      let last = positionOf(newest);
      return {
        *news() {
          const rows = yield* allAfter(queries, filter, { floor: last.id });
          if (rows.length > 0) last = positionOf(rows.at(-1));
          return rows;
        },
        get position() {
          return writeRowPosition(last);
        },
      };
    },
    *missed(orgId, from, to) {
      const [begin, end] = [readRowPosition(from), readRowPosition(to)];
      if (!begin || !end || begin.id > end.id || !(yield* isKnown(orgId, begin))) return undefined;
      const span = { orgId, news: { floor: begin.id }, throughId: end.id };
      if (yield* isLonger({ ...span, rows: maxMissed })) return undefined;
      return inParts(queries, span);
    },
  };
}

/**
 * Follows a log whose numbers are given before the rows are committed. Rows are new if the previous snapshot did not show them; numbers
 * only bound the search.
 */
function followCommits(queries: LogQueries, { now, database }: NonNullable<Engine['commits']>): LogFollowing {
  const { list, isLonger, counted } = queries;

  function* newestId(orgId: string): Op<number> {
    const [newest] = yield* list({ orgId, limit: 1 });
    return newest?.id ?? 0;
  }

  return {
    *follow(filter) {
      const { orgId } = filter;
      const name = yield* database();
      const { activityId } = yield* counted();
      let floor = Math.max(activityId, (yield* newestId(orgId)) - lateRows);
      let seen: Snapshot = readSnapshot(yield* now());
      const advance = lowWaterMark(() => newestId(orgId), now);
      return {
        *news() {
          if ((yield* database()) !== name) return undefined;
          floor = (yield* advance(seen.text)) ?? floor;
          const upTo = readSnapshot(yield* now());
          const rows = yield* allAfter(queries, filter, { floor, since: seen.text, upTo: upTo.text });
          seen = upTo;
          return rows;
        },
        get position() {
          return writeSnapshotPosition({ database: name, floor, seen });
        },
      };
    },
    *missed(orgId, from, to) {
      const [begin, end] = [readSnapshotPosition(from), readSnapshotPosition(to)];
      if (!begin || !end || begin.database !== (yield* database())) return undefined;
      if (begin.seen.next > end.seen.next || begin.seen.oldestOpen > end.seen.oldestOpen) return undefined;
      // Counts rows that were shown before too.
      if (yield* isLonger({ orgId, fromId: begin.floor, rows: lateRows + maxMissed })) return undefined;
      const span = { orgId, news: { floor: begin.floor, since: begin.seen.text, upTo: end.seen.text } };
      if (yield* isLonger({ ...span, rows: maxMissed })) return undefined;
      return inParts(queries, span);
    },
  };
}

function* allAfter({ list }: LogQueries, filter: FollowedRows, news: NonNullable<ActivityFilter['news']>): Op<Activity[]> {
  const found: Activity[] = [];
  for (let { floor } = news; ; ) {
    const rows = yield* list({ ...filter, news: { ...news, floor }, limit: rowsPerQuery });
    found.push(...rows);
    if (rows.length < rowsPerQuery) return found;
    floor = rows.at(-1)?.id ?? floor;
  }
}

function inParts({ list }: LogQueries, { news, ...span }: LogSpan): MissedRows {
  let floor = news?.floor ?? 0;
  return {
    *next() {
      const rows = yield* list({ ...span, news: { ...news, floor }, limit: rowsPerPart });
      floor = rows.at(-1)?.id ?? floor;
      return rows;
    },
  };
}
