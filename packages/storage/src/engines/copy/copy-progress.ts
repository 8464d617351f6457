import { setImmediate as turn } from 'node:timers/promises';
import type { CopyEnd } from './copy-end.ts';
import { searchAccess } from './copy-search.ts';
import { tableAccess, tableNames } from './copy-tables.ts';
import type { TableName } from './table-row.ts';

export interface CopyProgress {
  phase: 'copy' | 'index' | 'compare';
  table: TableName;
  /** Copied rows of this table. */
  done: number;
  total: number;
  /** Progress of the whole copy: rows copied, and items indexed and compared in order. */
  overallDone: number;
  overallTotal: number;
}

export type CopyStep = Pick<CopyProgress, 'phase' | 'table' | 'done' | 'total'>;
/** Reports a step. Await it: it yields to the event loop regularly, which a copy between two files would otherwise block. */
export type TellStep = (step: CopyStep) => Promise<void>;

const turnEveryMs = 50;

/** Counts the work, and adds the overall progress to each step. */
export async function measureCopy(source: CopyEnd, onProgress: (progress: CopyProgress) => void): Promise<TellStep> {
  const rowsBefore = new Map<TableName, number>();
  let rows = 0;
  for (const table of tableNames) {
    rowsBefore.set(table, rows);
    rows += await source.transaction(() => tableAccess(source, table).count());
  }
  const indexed = await source.transaction(() => searchAccess(source).count());
  const begins = {
    copy: (table: TableName) => rowsBefore.get(table) ?? 0,
    index: () => rows,
    compare: () => rows + indexed,
  };
  const overallTotal = rows + 2 * indexed;
  let last = performance.now();
  return async (step) => {
    onProgress({ ...step, overallDone: begins[step.phase](step.table) + step.done, overallTotal });
    if (performance.now() - last < turnEveryMs) return;
    await turn();
    last = performance.now();
  };
}
