import type { Engine } from '../../engine.ts';
import type { Op } from '../../ops.ts';
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

/** What of the log somebody wants to follow. */
export type FollowedRows = Omit<ActivityFilter, 'beforeId' | 'fromId' | 'throughId' | 'news' | 'limit'>;

export interface FollowedLog {
  /**
   * Rows committed since the last call, oldest first, each once, in whatever order they are committed. Undefined if they cannot be known, because
   * the database has lost rows or is another one; the next call continues from here.
   */
  news(): Op<Activity[] | undefined>;
  /** Where that was, in words of the engine, which name the database too: `missed` tells what came since. */
  readonly position: string;
}

/** What was committed behind one position and not behind another. */
export interface MissedRows {
  /** The next part, oldest first; nothing at the end. */
  next(): Op<Activity[]>;
}

export interface LogFollowing {
  /** Follows the log of an organization from now on. */
  follow(rows: FollowedRows): Op<FollowedLog>;
  /**
   * What an organization's log got between two positions, of which the second is one of this database. Undefined where the first is none
   * that it can tell from: of another database, of rows that are gone, no position at all, or more than 10,000 rows back.
   */
  missed(orgId: string, from: string, to: string): Op<MissedRows | undefined>;
}

/** A part of an organization's log. */
export type LogSpan = Omit<ActivityFilter, 'limit'>;

interface LogQueries {
  list(filter: ActivityFilter): Op<Activity[]>;
  /** Whether it has more than so many rows. */
  isLonger(span: LogSpan & { rows: number }): Op<boolean>;
  /** How far the log has been counted: no row can appear below that any more (D44). */
  counted(): Op<{ activityId: number }>;
}

const rowsPerQuery = 1000;
const maxMissed = 10_000;
/** Of the rows that somebody missed so many are read at once: it holds up calls no longer than a page of the log does. */
const rowsPerPart = 500;
/** How far below the newest row one may appear that is being written when following begins: rows are the last that a call writes. */
const lateRows = 50_000;

export function followLog(queries: LogQueries, { commits }: Pick<Engine, 'commits'>): LogFollowing {
  return commits ? followCommits(queries, commits) : followNumbers(queries);
}

/** Where rows are committed in the order of their numbers. */
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
 * Where numbers are given before their rows are committed: what is new is what the snapshot of the last time did not show.
 * The numbers only say where to begin to look.
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
      // Those that were shown before are looked at too.
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
