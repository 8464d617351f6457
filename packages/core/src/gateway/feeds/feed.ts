import type { Activity, Store } from '@gatehouse/storage';
import { createKeyedMutex } from '../../kernel/timing/keyed-mutex.ts';
import { type FeedSource, type Following, followLog } from './follow-log.ts';

/**
 * Start of a reader: `begun` with rows committed from now on, `continued` after its last row, or `resync` from now on, because missed rows
 * are unknown or too many.
 */
export type FeedBeginning = 'begun' | 'continued' | 'resync';

export interface FeedReader {
  /** The position up to which this reader has the rows, from `begin` or `receive` of any process. */
  resume?: { from: string; missed: MissedRowsReader } | undefined;
  /**
   * Called before the first row: `receive` gets each later row once. Called again with `resync` if the reader was too slow to get all rows
   * that it had missed, or if the database has lost rows.
   */
  begin?: (how: FeedBeginning, position: string) => void;
  /** Called after each read of the log, even without new rows. `position` is the place in the log after these rows. */
  receive: (rows: Activity[], position: string) => void;
}

/** Receives the next part of the missed rows and is awaited. Returns false if the reader has left. */
export type MissedRowsReader = (rows: Activity[]) => Promise<boolean>;

/** Feed of committed rows of the log, from any process. Readers of the same rows share one read of the log. */
export interface Feed {
  /**
   * Resolves when reading has begun, or when the reader has left, with a function that stops reading. That function resolves after the last
   * read.
   */
  watch(source: FeedSource, reader: FeedReader): Promise<() => Promise<void>>;
}

interface Followed {
  /** All readers, including those that are catching up. */
  readers: Set<FeedReader>;
  receivers: Set<FeedReader>;
  begun: Promise<Following>;
}

/** A reader that is slower than the calls would never catch up. */
const maxMissedRows = 20_000;
/** Maximum logs that a process reads at the same time. */
const maxLooksAtOnce = 4;

export function createFeed({ store, report }: { store: Store; report: (error: unknown) => void }): Feed {
  const followed = new Map<string, Followed>();
  const runExclusive = createKeyedMutex();
  let looks = 0;
  const limit = (look: () => Promise<void>) => runExclusive(String(looks++ % maxLooksAtOnce), look);

  function follow(source: FeedSource): Followed {
    const receivers: Followed['receivers'] = new Set();
    const receive: FeedReader['receive'] = (rows, position) => receivers.forEach((reader) => reader.receive(rows, position));
    const restart = (position: string) => receivers.forEach((reader) => reader.begin?.('resync', position));
    return { readers: new Set(), receivers, begun: followLog({ store, source, receive, restart, limit, report }) };
  }

  return {
    async watch(source, reader) {
      const key = JSON.stringify(source);
      const shared = followed.get(key) ?? follow(source);
      followed.set(key, shared);
      const { readers, receivers, begun } = shared;
      readers.add(reader);
      const leave = async () => {
        receivers.delete(reader);
        if (!readers.delete(reader) || readers.size > 0 || followed.get(key) !== shared) return;
        followed.delete(key);
        await begun.then((following) => following.end()).catch(report);
      };
      /** Adds a reader without a pause, so that it misses no row and gets none too early. */
      const join = (how: FeedBeginning, position: string) => {
        reader.begin?.(how, position);
        receivers.add(reader);
      };
      try {
        const following = await begun;
        if (!reader.resume) join('begun', following.position());
        else await catchUp({ store, orgId: source.rows.orgId, following, ...reader.resume, join });
      } catch (error) {
        await leave();
        throw error;
      }
      return leave;
    },
  };
}

interface CatchingUp {
  store: Store;
  orgId: string;
  following: Following;
  from: string;
  missed: MissedRowsReader;
  /** Called when no more rows are missing, or when the missed rows are unknown. */
  join: (how: 'continued' | 'resync', position: string) => void;
}

/** Passes on the rows committed since a position, until the reader has caught up with new ones. */
async function catchUp({ store, orgId, following, from, missed, join }: CatchingUp): Promise<void> {
  // The position can come from another process, which read the log later than this one.
  await following.look();
  let given = 0;
  for (let at = from; ; ) {
    const to = following.position();
    if (at === to) return join('continued', to);
    const rows = await store.read(() => store.activity.missed(orgId, at, to));
    if (!rows) return join('resync', following.position());
    for (;;) {
      const part = await store.read(() => rows.next());
      if (part.length === 0) break;
      given += part.length;
      if (given > maxMissedRows) return join('resync', following.position());
      if (!(await missed(part))) return;
    }
    at = to;
  }
}
