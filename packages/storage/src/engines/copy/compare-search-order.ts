import { hash } from 'node:crypto';
import { batchRows } from './batch.ts';
import type { CopyEnd } from './copy-end.ts';
import type { TellStep } from './copy-progress.ts';
import { searchAccess } from './copy-search.ts';

/** Checks that both ends find the items of each organization in the same order. */
export async function isSearchOrderEqual(source: CopyEnd, target: CopyEnd, tell: TellStep): Promise<boolean> {
  const total = await source.transaction(() => searchAccess(source).count());
  // Counts each end as half of the work.
  const half = (before: number) => (items: number) =>
    tell({ phase: 'compare', table: 'items', done: Math.floor((before + items) / 2), total });
  return (await searchOrder(source, half(0))) === (await searchOrder(target, half(total)));
}

/** Checksum of all organizations, each with one of its items in the order of their search rows. */
async function searchOrder(end: CopyEnd, tell: (items: number) => Promise<void>): Promise<string> {
  const access = searchAccess(end);
  const sums = new Map<string, string>();
  let count = 0;
  let after = 0;
  for (;;) {
    const items = await end.transaction(() => access.read(after, batchRows));
    for (const { orgId, id } of items) sums.set(orgId, hash('sha256', `${sums.get(orgId)} ${id}`));
    const last = items.at(-1)?.searchRow;
    if (last === undefined || last === null) break;
    after = last;
    count += items.length;
    await tell(count);
  }
  const lines = [...sums].map(([orgId, sum]) => `${orgId} ${sum}`);
  return hash('sha256', lines.sort().join('\n'));
}
