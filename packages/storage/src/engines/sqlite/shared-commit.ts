import type Database from 'better-sqlite3';
import { OverdueError, UnavailableError } from '../../kernel/unavailable.ts';
import { isBusy } from './connection.ts';
import { createJobOrder, type OrderedJob } from './job-order.ts';
import { letLoopTurn } from './let-loop-turn.ts';

interface Job extends OrderedJob {
  run: () => unknown;
  changes: boolean;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}

type Result = { value: unknown } | { error: unknown };

const lockPatienceMs = 5000;
/** Maximum wait. A caller that has waited this long has probably gone, and serving it would make the others wait as long. */
const maxWaitMs = 10_000;
/** Maximum time of a batch. Longer work is committed in parts, so that the event loop is never blocked for long. */
const batchBudgetMs = 20;

const overdue: Result = { error: new OverdueError() };

interface SubmitOptions {
  caller?: string | undefined;
  /** One step of a long job. It starts only if nothing else waits, or after 25 ms. */
  givesWay?: boolean | undefined;
}

export interface SharedCommit {
  /** Runs `run` in the next shared transaction. Resolves after its commit, which is on disk if `changes` is true. */
  submit<T>(run: () => T, changes: boolean, options?: SubmitOptions): Promise<T>;
  /** Resolves when nothing is waiting. */
  drain(): Promise<void>;
}

/**
 * Runs all jobs of one event-loop turn in one transaction with one commit; each job has its own savepoint. If more jobs wait than one
 * transaction takes, callers are served by the time that they have used (D51). The event loop never waits for the write lock: another
 * process may hold it, so a timer tries again. Calls `committed` after each commit; `isOnDisk` is false if the commit did not wait for the
 * disk. If a shared transaction fails, nothing in it has happened, and its jobs can run again.
 */
export function createSharedCommit(connection: Database.Database, committed: (isOnDisk: boolean) => void = () => {}): SharedCommit {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  const runJob = createJobRunner(connection);
  const synchronize = createSynchronizer(connection);
  const waiting = createJobOrder<Job>();
  /** Jobs of a transaction that failed as a whole. Each gets its own transaction, before all other jobs. */
  let apart: Job[] = [];
  /** Number of waiting jobs that change something. */
  let changing = 0;
  let armed = false;
  let waitingSince = 0;
  const idle: (() => void)[] = [];

  function submit<T>(run: () => T, changes: boolean, { caller, givesWay = false }: SubmitOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      waiting.push({ caller, since: performance.now(), run, changes, givesWay, resolve, reject });
      if (changes) changing++;
      if (!armed) arm();
    });
  }

  function arm(): void {
    armed = true;
    waitingSince = performance.now();
    setImmediate(flush);
  }

  /** Schedules the jobs that a full batch has left. */
  function armNextBatch(): void {
    armed = true;
    letLoopTurn(() => {
      waitingSince = performance.now();
      flush();
    });
  }

  function flush(): void {
    const waits = changing > 0;
    try {
      synchronize(waits);
      begin.run();
    } catch (error) {
      if (isBusy(error) && performance.now() - waitingSince < lockPatienceMs) setTimeout(flush, 1);
      else settle(takeAll(), () => ({ error: isBusy(error) ? new UnavailableError(error) : error }));
      return;
    }
    const started = performance.now();
    const done: Job[] = [];
    const results: Result[] = [];
    const isAlone = apart.length > 0;
    try {
      let now = started;
      while (done.length === 0 || (!isAlone && now - started < batchBudgetMs)) {
        const job = apart.shift() ?? waiting.take(done.length === 0);
        if (job === undefined) break;
        done.push(job);
        results.push(resultOf(job, now));
        const after = performance.now();
        waiting.charge(job, after - now);
        now = after;
      }
      commit.run();
      committed(waits);
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      if (done.length > 1) {
        // On an almost full disk, all jobs but one may still fit.
        apart = done;
        arm();
        return;
      }
      settle(done, () => ({ error }));
      return;
    }
    settle(done, (index) => results[index] as Result);
  }

  function resultOf(job: Job, now: number): Result {
    return now - job.since > maxWaitMs ? overdue : runJob(job);
  }

  function takeAll(): Job[] {
    return [...apart.splice(0), ...waiting.takeAll()];
  }

  function settle(jobs: Job[], resultOf: (index: number) => Result): void {
    armed = false;
    for (const job of jobs) if (job.changes) changing--;
    if (waiting.length + apart.length > 0) armNextBatch();
    else for (const resolve of idle.splice(0)) resolve();
    jobs.forEach((job, index) => answer(job, resultOf(index)));
  }

  return {
    submit,
    drain: () => (armed ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve()),
  };
}

function answer(job: Job, result: Result): void {
  if ('error' in result) job.reject(result.error);
  else job.resolve(result.value as never);
}

/** Runs a job in a shared transaction. If the job throws, only its own changes are rolled back. */
function createJobRunner(connection: Database.Database): (job: Job) => Result {
  const savepoint = connection.prepare('SAVEPOINT job');
  const release = connection.prepare('RELEASE job');
  const undo = connection.prepare('ROLLBACK TO job');

  function runUnprotected(job: Job): Result {
    try {
      return { value: job.run() };
    } catch (error) {
      if (!connection.inTransaction) throw error;
      return { error };
    }
  }

  return function runJob(job: Job): Result {
    // A call without changes writes only its slot and its row. If it fails in between, nothing has to be rolled back.
    if (!job.changes) return runUnprotected(job);
    savepoint.run();
    try {
      const value = job.run();
      release.run();
      return { value };
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction, so none of its jobs happened.
      if (!connection.inTransaction) throw error;
      undo.run();
      release.run();
      return { error };
    }
  };
}

/**
 * Switches between commits that wait for the disk and commits that do not. A commit that waits brings all earlier ones to disk too (D14.1).
 * `PRAGMA synchronous` acts when it is compiled, so it cannot be a prepared statement.
 */
function createSynchronizer(connection: Database.Database): (full: boolean) => void {
  let isFull: boolean | undefined;
  return (full) => {
    if (full === isFull) return;
    connection.pragma(`synchronous = ${full ? 'FULL' : 'NORMAL'}`);
    isFull = full;
  };
}
