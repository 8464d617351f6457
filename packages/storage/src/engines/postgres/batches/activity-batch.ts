import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { NewActivity } from '../../../repos/log/logged-call.ts';
import { isConnectionFault, isOutOfPatience, retryPauseMs } from '../pipeline/faults.ts';
import { runPatiently } from '../pipeline/statement.ts';
import { callRows, foldMany, insertCalls, insertMissingCalls, insertReads, manyRows } from './activity-statements.ts';
import { createBatcher } from './batcher.ts';
import { type Settling, settleTogether } from './settle-together.ts';

export interface RecordBatch {
  /** Resolves when the row is committed. It is also on disk, unless the call changed nothing. // D14.1 */
  insert(row: NewActivity, changes: boolean): Promise<void>;
  /** Counts one more refusal of this key in this minute. Resolves after the commit. */
  fold(row: NewActivity, minute: number): Promise<void>;
  /** Resolves when nothing is waiting. */
  drain(): Promise<void>;
}

interface Waiting extends Settling {
  row: NewActivity;
  minute: number | null;
  changes: boolean;
}

const statementsAtOnce = 2;

/** Writes the rows of calls that wrote nothing else, with one statement and one commit for all rows of a turn. */
export function createRecordBatch(pool: pg.Pool): RecordBatch {
  const calls = createBatcher<Waiting>(statementsAtOnce, async (rows) => {
    await Promise.all([write(rows.filter(({ minute }) => minute === null)), writeFolded(rows.filter(({ minute }) => minute !== null))]);
  });

  function add(row: NewActivity, minute: number | null, changes: boolean): Promise<void> {
    return new Promise((resolve, reject) => calls.add({ row, minute, changes, resolve, reject }));
  }

  async function write(waiting: Waiting[]): Promise<void> {
    if (waiting.length === 0) return;
    await settleTogether(waiting, insertOnce);
  }

  /** Inserts rows, again after a lost connection: calls that only read must get their answer, and exactly one row. */
  async function insertOnce(waiting: Waiting[]): Promise<void> {
    const started = performance.now();
    const rows = callRows(waiting.map(({ row }) => row));
    const first = waiting.some(({ changes }) => changes) ? insertCalls : insertReads;
    for (let statement = first; ; statement = insertMissingCalls) {
      try {
        await runPatiently(pool, statement, [rows], started);
        return;
      } catch (error) {
        if (!isConnectionFault(error) || isOutOfPatience(started)) throw error;
        await pause(retryPauseMs);
      }
    }
  }

  /** Writes refusals: one row for each key and minute, in the order of keys, so that two processes do not deadlock. */
  async function writeFolded(rows: Waiting[]): Promise<void> {
    if (rows.length === 0) return;
    const groups = Map.groupBy(rows, ({ row, minute }) => `${row.keyId} ${minute}`);
    const folded = [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group);
    try {
      const counted = folded.map(([first, ...others]) => ({ ...first!.row, count: 1 + others.length, foldedMinute: first!.minute }));
      await runPatiently(pool, foldMany, [manyRows(counted)]);
      for (const { resolve } of rows) resolve();
    } catch (error) {
      for (const { reject } of rows) reject(error);
    }
  }

  return {
    insert: (row, changes) => add(row, null, changes),
    fold: (row, minute) => add(row, minute, false),
    drain: () => calls.idle(),
  };
}
