import { extractedTextQueries } from '../../repos/workspace/extracted-texts.ts';
import type { ItemKey } from '../../repos/workspace/missed-texts.ts';
import { batchRows } from './batch.ts';
import { isSearchOrderEqual } from './compare-search-order.ts';
import { type CopyEnd, openSource, openTarget } from './copy-end.ts';
import { CopyError } from './copy-error.ts';
import { type CopyProgress, measureCopy, type TellStep } from './copy-progress.ts';
import { type CopyDifference, copyRows } from './copy-rows.ts';
import { searchAccess } from './copy-search.ts';
import { oldestActivity, tableAccess, tableNames } from './copy-tables.ts';
import type { StoreAddress } from './store-address.ts';
import type { TableName, TableRow } from './table-row.ts';

export interface CopyStoreOptions {
  from: StoreAddress;
  to: StoreAddress;
  /** Called after each batch. */
  onProgress?: (progress: CopyProgress) => void;
}

export interface CopyOutcome {
  rows: number;
  /** Empty if both databases are equal. */
  differences: CopyDifference[];
}

/**
 * Copies a whole history from one database to another, of either engine, and compares it meanwhile. Keeps one batch of rows in memory. A
 * second run after an interruption continues the copy. Nothing may write to the source meanwhile: later writes show as differences.
 */
export async function copyStore({ from, to, onProgress = () => {} }: CopyStoreOptions): Promise<CopyOutcome> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      await refuseOtherWorkspace(source, target);
      const tell = await measureCopy(source, onProgress);
      let rows = 0;
      const differences: CopyDifference[] = [];
      await target.makeMonths(await oldestActivity(source));
      for (const table of tableNames) {
        const copied = await copyRows(source, target, table, tell);
        rows += copied.rows;
        if (copied.difference) differences.push(copied.difference);
      }
      if (differences.length > 0) return { rows, differences };
      await target.transaction(() => target.continueNumbers());
      await requestTexts(target);
      await indexItems(source, target, tell);
      await indexWords(target);
      await target.takeStatistics();
      if (!(await isSearchOrderEqual(source, target, tell)))
        differences.push({ table: 'items', message: 'search would return another order' });
      return { rows, differences };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Refuses a target with an organization that the source lacks, because it is another workspace. */
async function refuseOtherWorkspace(source: CopyEnd, target: CopyEnd): Promise<void> {
  const known = rowsOf(source, 'organizations');
  for await (const { id } of rowsOf(target, 'organizations')) {
    // Both lists have the same order; the source may have more in between.
    let next = await known.next();
    while (!next.done && next.value.id !== id) next = await known.next();
    if (next.done)
      throw new CopyError('the target already contains other organizations; give an empty database, or the target of an interrupted copy');
  }
}

async function* rowsOf(end: CopyEnd, table: TableName): AsyncGenerator<TableRow, undefined> {
  const access = tableAccess(end, table);
  let rows: TableRow[] = [];
  do {
    rows = await end.transaction(() => access.read(rows.at(-1)));
    yield* rows;
  } while (rows.length > 0);
}

/** Requests the text of files again. It is derived, and must not depend on another program (D75). */
async function requestTexts(target: CopyEnd): Promise<void> {
  const texts = extractedTextQueries(target.engine);
  let after: ItemKey | undefined = { orgId: '', id: '' };
  while (after) {
    const from: ItemKey = after;
    after = await target.transaction(function* () {
      const { missed, next } = yield* texts.findMissed(from, batchRows);
      yield* texts.requestMissed(missed);
      return next;
    });
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

/** Indexes all waiting words, because a copy is complete when it ends. */
async function indexWords({ search, transaction }: CopyEnd): Promise<void> {
  let hasMore = true;
  while (hasMore) ({ hasMore } = await search.indexing.step({ read: transaction, change: transaction }));
}
