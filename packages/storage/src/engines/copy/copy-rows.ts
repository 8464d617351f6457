import type { CopyEnd } from './copy-end.ts';
import type { TellStep } from './copy-progress.ts';
import { copiedTables, type TableAccess, tableAccess } from './copy-tables.ts';
import type { TableName, TableRow } from './table-row.ts';

/** A table that differs between the ends. */
export interface CopyDifference {
  table: TableName;
  message: string;
}

export interface CopiedTable {
  rows: number;
  /** Undefined if both ends are equal. */
  difference: CopyDifference | undefined;
}

/**
 * Copies the rows of a table, a batch at a time, and compares each batch with the rows in the target. Rows that already exist are only
 * compared. A table ends at its first difference.
 */
export async function copyRows(source: CopyEnd, target: CopyEnd, table: TableName, tell: TellStep): Promise<CopiedTable> {
  const reading = tableAccess(source, table);
  const writing = tableAccess(target, table);
  const total = await source.transaction(() => reading.count());
  const differing = (message: string): CopiedTable => ({ rows: done, difference: { table, message } });
  let done = 0;
  let last: TableRow | undefined;
  for (;;) {
    const batch = await source.transaction(() => reading.read(last));
    if (batch.length === 0) break;
    const written = await bringOver(target, writing, last, batch);
    const wrong = written.findIndex((row, index) => !areEqual(row, batch[index]!));
    const place = written.length === 0 ? 0 : wrong;
    if (place !== -1) return differing(`from the row ${nameOf(table, batch[place]!)} on ${otherContents}`);
    done += written.length;
    last = batch[written.length - 1];
    await tell({ phase: 'copy', table, done, total });
  }
  const [stranger] = await target.transaction(() => writing.read(last, 1));
  return stranger ? differing(`from the row ${nameOf(table, stranger)} on ${otherContents}`) : { rows: done, difference: undefined };
}

const otherContents = 'the databases have different contents: the source or the target has changed during the copy';

/** Reads the target's rows after this one, up to the size of the batch. Without rows there, writes the batch first. */
async function bringOver(target: CopyEnd, writing: TableAccess, after: TableRow | undefined, batch: TableRow[]): Promise<TableRow[]> {
  const read = () => target.transaction(() => writing.read(after, batch.length));
  const there = await read();
  if (there.length > 0) return there;
  await target.transaction(() => writing.insert(batch));
  return await read();
}

function areEqual(left: TableRow, right: TableRow): boolean {
  return Object.entries(left).every(([name, value]) => isSame(value ?? null, right[name] ?? null));
}

/** Compares two values. Objects come from JSON, where the order of keys counts. */
function isSame(left: unknown, right: unknown): boolean {
  if (Buffer.isBuffer(left)) return Buffer.isBuffer(right) && left.equals(right);
  if (typeof left === 'object') return JSON.stringify(left) === JSON.stringify(right);
  return left === right;
}

function nameOf(table: TableName, row: TableRow): string {
  return copiedTables[table].map((property) => String(row[property])).join(' ');
}
