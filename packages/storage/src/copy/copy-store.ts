import { type CopyDifference, compareEnds } from './compare-ends.ts';
import { type CopyEnd, openSource, openTarget } from './copy-end.ts';
import { CopyError } from './copy-error.ts';
import { type CopyProgress, measureCopy, type TellStep } from './copy-progress.ts';
import { searchAccess } from './copy-search.ts';
import { oldestActivity, tableAccess, tableNames } from './copy-tables.ts';
import type { StoreAddress } from './store-address.ts';
import type { TableName } from './table-row.ts';

export interface CopyStoreOptions {
  from: StoreAddress;
  to: StoreAddress;
  /** Told after each batch. */
  onProgress?: (progress: CopyProgress) => void;
}

export interface CopyOutcome {
  rows: number;
  /** Empty when both databases hold the same. */
  differences: CopyDifference[];
}

/** Rows of one transaction, all of which are in memory. */
const batchRows = 500;
/** Where a row can have megabytes. */
const batchRowsOf: Partial<Record<TableName, number>> = { blobChunks: 16, versions: 100, texts: 100 };

/**
 * Copies a whole history from one database to another, of either engine, and compares both afterwards. Run again after an
 * interruption it goes on where it ended. Nothing may write to the source meanwhile: what does shows as a difference.
 */
export async function copyStore({ from, to, onProgress = () => {} }: CopyStoreOptions): Promise<CopyOutcome> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      await refuseOtherWorkspace(source, target);
      const tell = await measureCopy(source, onProgress);
      let rows = 0;
      await target.makeMonths(await oldestActivity(source));
      for (const table of tableNames) rows += await copyTable(source, target, table, tell);
      await target.transaction(() => target.continueNumbers());
      await indexItems(source, target, tell);
      await target.takeStatistics();
      return { rows, differences: await compareEnds(source, target, tell) };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** A target that holds anything else than a part of this source is somebody's workspace. */
async function refuseOtherWorkspace(source: CopyEnd, target: CopyEnd): Promise<void> {
  const all = 1_000_000;
  const ids = async (end: CopyEnd) =>
    (await end.transaction(() => tableAccess(end, 'organizations').read(undefined, all))).map((row) => row.id as string);
  const known = new Set(await ids(source));
  const strangers = (await ids(target)).filter((id) => !known.has(id));
  if (strangers.length > 0) {
    throw new CopyError(
      `the target already holds ${strangers.length} other organizations; give an empty database, or one that this copy began`,
    );
  }
}

async function copyTable(source: CopyEnd, target: CopyEnd, table: TableName, tell: TellStep): Promise<number> {
  const reading = tableAccess(source, table);
  const writing = tableAccess(target, table);
  const limit = batchRowsOf[table] ?? batchRows;
  const total = await source.transaction(() => reading.count());
  let [done, last] = await target.transaction(function* () {
    return [yield* writing.count(), yield* writing.last()] as const;
  });
  for (;;) {
    const rows = await source.transaction(() => reading.read(last, limit));
    if (rows.length === 0) return done;
    await target.transaction(() => writing.insert(rows));
    last = rows.at(-1);
    done += rows.length;
    await tell({ phase: 'copy', table, done, total });
  }
}

/** Gives every item its place in the target's search index, in the order of their last updates. */
async function indexItems(source: CopyEnd, target: CopyEnd, tell: TellStep): Promise<void> {
  const reading = searchAccess(source);
  const writing = searchAccess(target);
  const total = await source.transaction(() => reading.count());
  let done = await target.transaction(() => writing.count());
  let after = done === 0 ? 0 : await source.transaction(() => reading.rowAt(done - 1));
  while (done < total) {
    const items = await source.transaction(() => reading.read(after, batchRows));
    if (items.length === 0) return;
    await target.transaction(function* () {
      for (const item of items) yield* writing.index(item, yield* writing.body(item));
    });
    after = items.at(-1)?.searchRow ?? after;
    done += items.length;
    await tell({ phase: 'index', table: 'items', done, total });
  }
}
