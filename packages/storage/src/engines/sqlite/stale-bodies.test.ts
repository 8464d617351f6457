import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../admin/verify/verify.ts';
import type { Op } from '../../kernel/ops.ts';
import type { Item } from '../../repos/workspace/items.ts';
import { acme, appendSample, createAcme, createSample, nobodyAt, owner } from '../../testing/sample-rows.ts';
import type { Store } from '../store.ts';
import { openConnection } from './connection.ts';
import { maxStaleRows, staleBodies } from './stale-bodies.ts';
import { openSqlite } from './store.ts';

const word = fc.constantFrom('release', 'notes', 'é', 'straße', 'ab', 'a', 'о мире', 'x\u{1f600}y');
const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
type Step = { what: 'write'; document: number; body: string } | { what: 'trash'; document: number } | { what: 'catch up' };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('write' as const), document: fc.nat(4), body: text }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('trash' as const), document: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.constant({ what: 'catch up' as const }) },
);
const queries = ['release', 'NOTES', 'a', 'ab', 'é', 'release notes', 'straße', 'о мире'];

describe('bodies that are not in the search index yet', () => {
  it('are found like indexed ones, in every order of changes and indexing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await using behind = openStore('behind');
        await using current = openStore('at once');
        for (const each of steps) {
          if (each.what === 'catch up') behind.catchUp();
          else for (const world of [behind, current]) await world.take(each);
        }
        expect(await behind.findAll()).toEqual(await current.findAll());
        expect(await behind.problems()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('are indexed immediately if there are too many, and in the background by the next process', async () => {
    await using world = openStore('behind');
    for (let document = 0; document < maxStaleRows + 5; document++)
      await world.take({ what: 'write', document, body: `needle ${document}` });
    // The background may have taken some of them already.
    expect(world.count()).toBeLessThanOrEqual(maxStaleRows);
    expect(await world.problems()).toEqual([]);
    await world.reopen();
    while (world.catchUp().hasMore) expect(await world.find('needle 3')).not.toEqual([]);
    expect(world.count()).toBe(0);
    expect(await world.problems()).toEqual([]);
    expect((await world.find('needle 104')).length).toBe(1);
  });

  it('are indexed automatically, soon after the last change', async () => {
    await using world = openStore('behind');
    await world.take({ what: 'write', document: 1, body: 'needle' });
    expect(world.count()).toBe(1);
    await expect.poll(() => world.count(), { timeout: 20_000 }).toBe(0);
    expect(await world.problems()).toEqual([]);
  });
});

/** Opens a store, and a second connection that does the background work on demand. */
function openStore(indexing: 'behind' | 'at once') {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-stale-'));
  const file = path.join(folder.path, 'gatehouse.db');
  const open = () => openSqlite({ file, indexing });
  let store: Store = open();
  const change = (program: () => Op<unknown>) => store.perform(program, { changes: true });
  const started = change(() => createAcme(store));
  const beside = openConnection(file);
  const stale = staleBodies(beside);
  const known = new Map<number, Item>();
  const trashed = new Set<number>();

  async function write(document: number, body: string): Promise<void> {
    await change(function* () {
      const item = known.get(document);
      const id = `doc_${document}`;
      const fresh = item ?? (yield* createSample(store, { id, name: `name ${document}`, body }));
      const saved = item ? yield* appendSample(store, item, body) : fresh;
      if (item) yield* store.items.update(saved, item, nobodyAt(1));
      known.set(document, saved);
    });
  }

  async function trash(document: number): Promise<void> {
    const item = known.get(document);
    if (item?.searchRow === null || item === undefined) return;
    await change(function* () {
      yield* store.search.remove(acme.id, item.searchRow as number);
      yield* store.items.update({ ...item, searchRow: null, deletedAt: 5 }, item, nobodyAt(5));
    });
    known.delete(document);
    trashed.add(document);
  }

  const find = (query: string, match: 'phrase' | 'words' = 'phrase') =>
    store.read(() => store.search.find({ viewer: owner, query, match, limit: 25 }));

  return {
    async take(each: Exclude<Step, { what: 'catch up' }>) {
      await started;
      if (each.what === 'trash') await trash(each.document);
      else if (!trashed.has(each.document)) await write(each.document, each.body);
    },
    find,
    findAll: () =>
      Promise.all(
        queries.flatMap((query) => (['phrase', 'words'] as const).map(async (match) => [query, match, await find(query, match)])),
      ),
    catchUp: () => stale.catchUp(),
    count: () => beside.prepare('select count(*) from search_stale').pluck().get(),
    problems: async () =>
      (await verifyDatabase({ database: { engine: 'sqlite', file } })).problems.filter(({ check }) => check === 'search'),
    async reopen() {
      await store.close();
      store = open();
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      beside.close();
      folder.remove();
    },
  };
}
