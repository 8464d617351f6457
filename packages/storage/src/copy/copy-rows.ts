import type { CopyEnd } from './copy-end.ts';
import type { TellStep } from './copy-progress.ts';
import { copiedTables, type TableAccess, tableAccess } from './copy-tables.ts';
import type { TableName, TableRow } from './table-row.ts';

/** A table that is not the same at both ends. */
export interface CopyDifference {
  table: TableName;
  message: string;
}

export interface CopiedTable {
  rows: number;
  /** Undefined when both ends hold the same. */
  difference: CopyDifference | undefined;
}

/**
 * Brings the rows of a table over, a batch at a time, and compares each batch with what the target then has. What is there already is
 * compared alone. A table ends at its first difference.
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

const otherContents = 'the databases have different contents: the source or the target was written to meanwhile';

/** What the target has behind this row, up to as many rows as the batch; where it has none, the batch is written first. */
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

/** Objects come from JSON, of which the order of the keys is a part. */
function isSame(left: unknown, right: unknown): boolean {
  if (Buffer.isBuffer(left)) return Buffer.isBuffer(right) && left.equals(right);
  if (typeof left === 'object') return JSON.stringify(left) === JSON.stringify(right);
  return left === right;
}

function nameOf(table: TableName, row: TableRow): string {
  return copiedTables[table].map((property) => String(row[property])).join(' ');
}
