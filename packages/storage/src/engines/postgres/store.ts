import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Op, runAsync } from '../../kernel/ops.ts';
import { UnavailableError } from '../../kernel/unavailable.ts';
import { readMigrations } from '../../migrate.ts';
import { allQueries } from '../../repos/all.ts';
import { activityQueries } from '../../repos/log/activity.ts';
import { indexLater } from '../../search/words/index-later.ts';
import type { Attempt, PerformOptions, Store } from '../store.ts';
import { postgresActivity } from './activity.ts';
import { createRecordBatch } from './batches/activity-batch.ts';
import { createAdditions } from './batches/batched-inserts.ts';
import { postgresTaskNumbers } from './batches/task-numbers.ts';
import { postgresEngine } from './engine.ts';
import { postgresAdmissions } from './limits/admissions.ts';
import { migratePostgres } from './migrate.ts';
import { keepActivityMonths } from './months/activity-upkeep.ts';
import { postgresNotices } from './notices/notices.ts';
import { isConnectionFault, isContention, isOutOfPatience } from './pipeline/faults.ts';
import { checkWritable } from './pool/check-writable.ts';
import { rememberDatabase } from './pool/database-identity.ts';
import { requireOwnSessions } from './pool/own-sessions.ts';
import { openPools, type PostgresOptions } from './pool/pools.ts';
import { createRunningChanges, oldestTransactionMs } from './running-changes.ts';
import { postgresSearch } from './search.ts';
import { asSession, OpenSession } from './session.ts';

const maxPauseMs = 250;
/** Maximum tries of a program that collides with others. */
const contentionTries = 6;

/** Opens a Postgres database after migrating it. Rejects with MigrationError if it cannot be used. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  await whenThere(async () => {
    await requireOwnSessions(options.url);
    await migratePostgres(options.url, readMigrations('postgres'));
  });
  const pools = openPools(options);
  const opened = await rememberDatabase(pools.log);
  const upkeep = await keepActivityMonths(options);
  const batch = createRecordBatch(pools.log);
  const additions = createAdditions(pools.calls);
  const notices = postgresNotices(pools, options);
  const engine = postgresEngine();

  const running = createRunningChanges();

  async function perform<T>(program: () => Op<T>, options: PerformOptions): Promise<T> {
    if (!options.changes) return await performNow(program, options);
    const place = running.begin();
    try {
      return await performNow(program, options);
    } finally {
      running.end(place);
    }
  }

  async function performNow<T>(program: () => Op<T>, { changes, caller }: PerformOptions): Promise<T> {
    const remembered = new Map<number, unknown>();
    const started = performance.now();
    let awaitEachStatement = false;
    for (let tries = 1; ; tries++) {
      const session = new OpenSession({
        pools,
        batch,
        additions,
        caller,
        remembered,
        changes,
        awaitEachStatement,
        retryOnConflict: tries < contentionTries,
      });
      try {
        const value = await runAsync(program(), session);
        await session.commit();
        notices.committed(session.told, changes);
        return value;
      } catch (error) {
        await session.rollback();
        const how = howToGoOn(session, tries, started);
        if (how === 'never') throw finalError(session, changes, error);
        if (how === 'carefully') awaitEachStatement = true;
        // Spreads the repetitions: transactions that collided would otherwise meet again.
        else await pause(Math.min(maxPauseMs, 5 * 2 ** tries) * (0.5 + Math.random() / 2));
      }
    }
  }

  const queries = allQueries(engine);
  const search = postgresSearch(engine, () => indexing.noted());
  const indexing = indexLater({ isBehind: () => true, catchUp: indexWords });

  async function indexWords(): Promise<boolean> {
    const { hasMore } = await search.indexing.step({
      read: (program) => perform(program, { changes: false }),
      change: (program) => perform(program, { changes: true }),
    });
    return hasMore;
  }

  return {
    ...queries,
    dialect: 'postgres',
    organizations: { ...queries.organizations, nextTaskNumber: postgresTaskNumbers(pools) },
    activity: { ...postgresActivity, ...activityQueries(engine) },
    search,
    indexWords,
    admissions: postgresAdmissions(pools.admissions, options.slotClock ?? 'database'),
    notices,
    attempt,
    perform,
    *oldestChangeMs() {
      return Math.max(running.oldestMs(), yield* oldestTransactionMs());
    },
    read: (program) => perform(program, { changes: false }),
    removeOldMonths: upkeep.removeOldMonths,
    checkWritable: () => checkWritable(pools.log),
    isReplaced: opened.isReplaced,
    async close() {
      await indexing.close();
      await Promise.all([upkeep.close(), batch.drain(), additions.drain()]);
      await notices.close();
      await pools.close();
    },
  };
}

function* attempt<T>(program: () => Op<T>): Op<Attempt<T>> {
  yield* ask((session) => asSession(session).mark());
  try {
    const value = yield* program();
    yield* ask((session) => asSession(session).keep());
    return { ok: true, value };
  } catch (error) {
    yield* ask((session) => asSession(session).undo());
    return { ok: false, error };
  }
}

/** Waits for a server that starts together with this process, or takes over from another. */
async function whenThere(connect: () => Promise<void>): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      const isAway = isConnectionFault(error) || (error instanceof Error && isConnectionFault(error.cause));
      if (!isAway || isOutOfPatience(started)) throw error;
      await pause(maxPauseMs);
    }
  }
}

/** Error for the caller. A program that changes nothing may be run again, even if its row of the log is in doubt. */
function finalError({ fault, commitUnknown }: OpenSession, changes: boolean, error: unknown): unknown {
  return isConnectionFault(fault) && !(commitUnknown && changes) ? new UnavailableError(fault) : error;
}

/** Decides how to go on after a rollback. */
function howToGoOn({ fault, commitUnknown, failedAhead }: OpenSession, tries: number, started: number): 'again' | 'carefully' | 'never' {
  if (commitUnknown) return 'never';
  if (isContention(fault) && tries < contentionTries) return 'again';
  if (isConnectionFault(fault)) return isOutOfPatience(started) ? 'never' : 'again';
  return failedAhead && !(fault instanceof UnavailableError) ? 'carefully' : 'never';
}
