import { ask, type Op, runSync } from '../../kernel/ops.ts';
import { readMigrations } from '../../migrate.ts';
import { admissionInSteps } from '../../repos/admission.ts';
import { allQueries } from '../../repos/all.ts';
import { activityQueries } from '../../repos/log/activity.ts';
import { indexLater } from '../../search/words/index-later.ts';
import type { Attempt, Store } from '../store.ts';
import { sqliteActivity } from './activity.ts';
import { keepCheckpoints, makeCheckpoint } from './checkpoints.ts';
import { openConnection } from './connection.ts';
import { sqliteEngine } from './engine.ts';
import { indexMerges } from './index-merges.ts';
import { migrateSqlite } from './migrate.ts';
import { sqliteNotices } from './notices.ts';
import { type OpenedFile, rememberFile } from './opened-file.ts';
import { sqliteSearch } from './search.ts';
import { createSharedCommit } from './shared-commit.ts';
import { sqliteSlots } from './slots.ts';
import { noStaleBodies, staleBodies } from './stale-bodies.ts';
import { syncLater } from './sync-later.ts';
import { saveBeforeUpgrade } from './upgrade-snapshot.ts';

export interface SqliteOptions {
  file: string;
  /** `at once` indexes the text of a change for search in its own transaction. `behind` indexes it later, in the background. */
  indexing?: 'behind' | 'at once';
}

/** Opens a SQLite file, after creating or migrating it. Throws MigrationError if a newer version wrote it. */
export function openSqlite({ file, indexing: when = 'behind' }: SqliteOptions): Store {
  const connection = openConnection(file);
  let opened: OpenedFile;
  try {
    // A checkpoint writes the new tables into the file itself immediately.
    const applied = migrateSqlite(connection, readMigrations('sqlite'), () => saveBeforeUpgrade(file));
    if (applied.length > 0) makeCheckpoint(connection);
    opened = rememberFile(connection, file);
  } catch (error) {
    connection.close();
    throw error;
  }
  // From now on a timer retries the write lock. The event loop never waits for it.
  connection.pragma('busy_timeout = 0');
  const notices = sqliteNotices(connection);
  const engine = sqliteEngine(connection, notices);
  const queries = allQueries(engine);
  const checkpoints = keepCheckpoints(connection, opened);
  const later = syncLater(file);
  const commits = createSharedCommit(connection, (isOnDisk) => {
    checkpoints.committed();
    later.committed(isOnDisk);
  });
  const stale = when === 'behind' ? staleBodies(connection) : noStaleBodies(connection);
  const merges = indexMerges(connection);
  const search = sqliteSearch(connection, engine, { stale, merges, noted: () => indexing.noted() });
  const anyWaiting = connection.prepare('select 1 from search_waiting limit 1');
  const isBehindWords = () => when === 'behind' && anyWaiting.get() !== undefined;
  const isBehindBodies = () => !stale.isEmpty() || merges.isDue();
  const behind = { givesWay: true };
  const indexing = indexLater({
    isBehind: () => isBehindBodies() || isBehindWords(),
    async catchUp() {
      const hasMoreBodies = isBehindBodies() && (await commits.submit(catchUpBodies, true, behind));
      return (isBehindWords() && (await indexWords())) || hasMoreBodies;
    },
  });

  /** Does one step of background work. Returns true if more remains. */
  function catchUpBodies(): boolean {
    if (stale.isEmpty()) return merges.step();
    const { rows, hasMore } = stale.catchUp();
    merges.noted(rows);
    return hasMore || merges.isDue();
  }

  async function indexWords(): Promise<boolean> {
    const { rows, hasMore } = await search.indexing.step({
      read: async (program) => runSync(program()),
      change: (program) => commits.submit(() => runSync(program(), true), true, behind),
    });
    merges.noted(rows);
    return hasMore;
  }
  // Empty key, which no call has. Writing its row proves that the disk has room for a row.
  const writeSomething = connection.prepare("insert or replace into call_slots (key_id, times) values ('', x'')");
  const mark = connection.prepare('SAVEPOINT attempt');
  const release = connection.prepare('RELEASE attempt');
  const undo = connection.prepare('ROLLBACK TO attempt');

  function* attempt<T>(program: () => Op<T>): Op<Attempt<T>> {
    yield* ask(() => void mark.run());
    try {
      const value = yield* program();
      yield* ask(() => void release.run());
      return { ok: true, value };
    } catch (error) {
      // A full disk or an I/O error has ended the transaction.
      if (!connection.inTransaction) throw error;
      yield* ask(() => void undo.run());
      yield* ask(() => void release.run());
      return { ok: false, error };
    }
  }

  return {
    ...queries,
    dialect: 'sqlite',
    activity: { ...sqliteActivity(connection, notices), ...activityQueries(engine) },
    search,
    indexWords,
    admissions: admissionInSteps(queries.keys, queries.sessions, sqliteSlots(connection)),
    notices,
    attempt,
    // Calls commit one after another, and each reads the clock at its turn.
    oldestChangeMs: () => ask(() => 0),
    perform: (program, { changes, ...options }) => commits.submit(() => runSync(program(), changes), changes, options),
    read: async (program) => runSync(program()),
    removeOldMonths: async () => 0,
    checkWritable: () => commits.submit(() => void writeSomething.run(), false),
    isReplaced: async () => opened.isReplaced(),
    async close() {
      await indexing.close();
      await commits.drain();
      notices.close();
      checkpoints.close();
      later.close();
      opened.close();
    },
  };
}
