import type pg from 'pg';
import type { NewActivity } from '../repos/activity.ts';
import { foldMany, insertMany, manyRows } from './activity-statements.ts';
import { isConnectionFault } from './faults.ts';
import { createGatherer } from './gatherer.ts';
import { runPatiently } from './statement.ts';

export interface RecordBatch {
  /** Resolves when the row is committed. */
  insert(row: NewActivity): Promise<void>;
  /** Counts one more refusal of this key in this minute; resolves when that is committed. */
  fold(row: NewActivity, minute: number): Promise<void>;
  /** Resolves when nothing is waiting. */
  drain(): Promise<void>;
}

interface Waiting {
  row: NewActivity;
  minute: number | null;
  resolve: () => void;
  reject: (error: unknown) => void;
}

const statementsAtOnce = 2;

/** Rows of calls that changed nothing, written with one statement and one commit for all that were ready in the same turn. */
export function createRecordBatch(pool: pg.Pool): RecordBatch {
  const calls = createGatherer<Waiting>(statementsAtOnce, async (rows) => {
    await Promise.all([write(rows.filter(({ minute }) => minute === null)), writeFolded(rows.filter(({ minute }) => minute !== null))]);
  });

  function add(row: NewActivity, minute: number | null): Promise<void> {
    return new Promise((resolve, reject) => calls.add({ row, minute, resolve, reject }));
  }

  /** One row that Postgres refuses must not take the others with it: then each is written alone. */
  async function write(rows: Waiting[]): Promise<void> {
    if (rows.length === 0) return;
    try {
      await runPatiently(pool, insertMany, [manyRows(rows.map(({ row }) => ({ ...row, count: 1, foldedMinute: null })))]);
      for (const { resolve } of rows) resolve();
    } catch (error) {
      if (rows.length === 1 || isConnectionFault(error)) for (const { reject } of rows) reject(error);
      else for (const row of rows) await write([row]);
    }
  }

  /** Refusals of one key and minute become one row of the statement; in the order of keys, so that two processes do not deadlock. */
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
    insert: (row) => add(row, null),
    fold: (row, minute) => add(row, minute),
    drain: () => calls.idle(),
  };
}
