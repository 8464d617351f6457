import { createHash, type Hash } from 'node:crypto';
import type { CopyEnd } from './copy-end.ts';
import type { TellStep } from './copy-progress.ts';
import { searchAccess } from './copy-search.ts';
import { tableAccess, tableNames } from './copy-tables.ts';
import type { TableName, TableRow } from './table-row.ts';

/** A table that is not the same at both ends. */
export interface CopyDifference {
  table: TableName;
  message: string;
}

const rowsAtOnce = 500;
const chunksAtOnce = 16;

/** Compares every row of every table by count and checksum, and the order of search. */
export async function compareEnds(source: CopyEnd, target: CopyEnd, tell: TellStep): Promise<CopyDifference[]> {
  const differences: CopyDifference[] = [];
  for (const table of tableNames) {
    const total = await source.transaction(() => tableAccess(source, table).count());
    // Each end is half of the work.
    const half = (before: number) => (rows: number) => tell({ phase: 'verify', table, done: Math.floor((before + rows) / 2), total });
    const here = await checksum(source, table, half(0));
    const there = await checksum(target, table, half(total));
    if (here.rows !== there.rows) differences.push({ table, message: `${here.rows} rows in the source, ${there.rows} in the target` });
    else if (here.sum !== there.sum)
      differences.push({ table, message: 'the rows have different contents: the source was written to meanwhile' });
  }
  if ((await searchOrder(source)) !== (await searchOrder(target))) {
    differences.push({ table: 'items', message: 'search would give another order' });
  }
  return differences;
}

async function checksum(end: CopyEnd, table: TableName, tell: (rows: number) => Promise<void>): Promise<{ rows: number; sum: string }> {
  const access = tableAccess(end, table);
  const limit = table === 'blobChunks' ? chunksAtOnce : rowsAtOnce;
  const hash = createHash('sha256');
  let count = 0;
  let last: TableRow | undefined;
  for (;;) {
    const rows = await end.transaction(() => access.read(last, limit));
    if (rows.length === 0) return { rows: count, sum: hash.digest('hex') };
    for (const row of rows) addRow(hash, row);
    count += rows.length;
    await tell(count);
    last = rows.at(-1);
  }
}

/** Fields in the order of the table's, which is that of every engine; bytes as they are. All that is text at once: it is most of the work. */
function addRow(hash: Hash, row: TableRow): void {
  let text = '';
  for (const [name, value] of Object.entries(row)) {
    if (!Buffer.isBuffer(value)) text += `${name}:${JSON.stringify(value ?? null)}\0`;
    else {
      hash.update(`${text}${name}:${value.length}:`).update(value);
      text = '';
    }
  }
  hash.update(`${text}\n`);
}

/** The items of each organization in the order of their search rows. */
async function searchOrder(end: CopyEnd): Promise<string> {
  const access = searchAccess(end);
  const byOrganization = new Map<string, Hash>();
  let after = 0;
  for (;;) {
    const items = await end.transaction(() => access.read(after, rowsAtOnce));
    for (const { orgId, id } of items) {
      const hash = byOrganization.get(orgId) ?? createHash('sha256');
      byOrganization.set(orgId, hash.update(`${id}\n`));
    }
    const last = items.at(-1)?.searchRow;
    if (last === undefined || last === null) break;
    after = last;
  }
  const sums = [...byOrganization].map(([orgId, hash]) => `${orgId} ${hash.digest('hex')}`);
  return sums.sort().join('\n');
}
