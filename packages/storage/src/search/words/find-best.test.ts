import { countWords, findBest, readQuestion } from '@gatehouse/domain/words';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import type { Op } from '../../kernel/ops.ts';
import type { Viewer } from '../../query/visibility.ts';
import type { Item } from '../../repos/workspace/items.ts';
import { acme, ada, appendSample, bob, createAcme, createSample, nobodyAt, owner } from '../../testing/sample-rows.ts';
import { type TestStore, testEngines } from '../../testing/test-stores.ts';
import type { BestRequest } from './find-best.ts';

/** Words in six scripts, some of which occur in others. */
const word = fc.constantFrom(
  ...[
    'release notes',
    'Releases',
    'resetting',
    'the',
    'пароль',
    'Ёлка',
    'λόγος',
    '重置密码',
    'パスワード',
    '비밀번호',
    'كِتَاب',
    'हिन्दी',
    'user_id',
    'น้ำดื่ม',
    'a/b.c',
  ],
);
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
type Step =
  | { what: 'write'; document: number; body: string; isHidden: boolean }
  | { what: 'rename'; document: number; name: string }
  | { what: 'trash'; document: number }
  | { what: 'index' };
const document = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('write' as const), document, body: text, isHidden: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('rename' as const), document, name: word }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('trash' as const), document }) },
  { weight: 2, arbitrary: fc.constant({ what: 'index' as const }) },
);
const questions = [
  'How do I release the notes?',
  'reset пароль',
  'елка λόγος',
  '重置密码 パスワード',
  '비밀번호',
  'كتاب हिन्दी',
  'user id',
  'the',
  'น้ำดื่ม',
  'a/b.c release',
  '"release notes" the',
];

describe.each(testEngines())('questions to a store on $name', ({ missing, open }) => {
  let test: TestStore;
  beforeAll(async () => {
    if (missing !== undefined) return;
    test = await open();
    await test.store.perform(() => createAcme(test.store), { changes: true });
    const folder = { orgId: acme.id, id: 'folder_bob', name: 'Bob', ownerId: bob.personId, visibility: 'private' as const, createdAt: 1 };
    await test.store.perform(() => test.store.folders.create(folder, nobodyAt(1)), { changes: true });
  });
  afterAll(async () => await test?.[Symbol.asyncDispose]());

  it.skipIf(missing)(
    'are answered only from items that the viewer sees, ranked like a list of them, before and after indexing',
    async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
          const world = openWorld(test.store, `run${run++}`);
          for (const each of steps) await world.take(each);
          for (const question of questions) {
            for (const viewer of [ada, owner])
              expect([question, await world.ask(viewer, question)]).toEqual([question, world.expected(viewer, question)]);
          }
          await world.clear();
        }),
        { numRuns: 20 },
      );
    },
  );

  it.skipIf(missing)('find text written a moment ago, and no longer changed or trashed text', async () => {
    const world = openWorld(test.store, 'moment');
    const ids = async () => await world.ask(ada, 'zebra crossing');
    await world.take({ what: 'write', document: 1, body: 'A zebra crossing', isHidden: false });
    expect(await ids()).toEqual(['moment_1']);
    await world.index();
    expect(await ids()).toEqual(['moment_1']);
    await world.take({ what: 'write', document: 1, body: 'A pelican', isHidden: false });
    expect(await ids()).toEqual([]);
    await world.take({ what: 'rename', document: 1, name: 'Zebra crossings' });
    expect(await ids()).toEqual(['moment_1']);
    await world.index();
    expect(await ids()).toEqual(['moment_1']);
    await world.take({ what: 'trash', document: 1 });
    expect(await ids()).toEqual([]);
  });

  it.skipIf(missing)('are ranked without items that the viewer cannot see, which would make a word common', async () => {
    const world = openWorld(test.store, 'oracle');
    await world.take({ what: 'write', document: 1, body: 'quagga', isHidden: false });
    await world.take({ what: 'write', document: 2, body: 'numbat', isHidden: false });
    for (let document = 3; document < 20; document++) await world.take({ what: 'write', document, body: 'numbat', isHidden: true });
    for (const isIndexed of [false, true]) {
      if (isIndexed) await world.index();
      // Both words are as rare: the newest is first. To the owner, one of them is common.
      expect(await world.ask(ada, 'numbat or quagga')).toEqual(['oracle_2', 'oracle_1']);
      expect((await world.ask(owner, 'numbat or quagga'))[0]).toBe('oracle_1');
    }
    await world.clear();
  });

  it.skipIf(missing)('show nothing of a folder whose share ends between two statements of the search', async () => {
    const { store } = test;
    const world = openWorld(store, 'ended');
    await world.take({ what: 'write', document: 1, body: 'An axolotl', isHidden: true });
    await world.index();
    const share = () => store.folders.share(acme.id, 'folder_bob', { sharedWith: ada.personId, access: 'write' }, nobodyAt(1));
    const unshare = () => store.folders.unshare(acme.id, 'folder_bob', ada.personId, nobodyAt(1));
    const search = () => store.search.findBest({ viewer: ada, question: readQuestion('axolotl'), limit: 25 });
    const answers: (string[] | undefined)[] = [];
    do {
      await store.perform(share, { changes: true });
      const found = await store.perform(() => runBefore(search(), answers.length, unshare), { changes: true });
      answers.push(found?.hits.map(({ id }) => id));
    } while (answers.at(-1) !== undefined);
    await store.perform(unshare, { changes: true });
    expect(answers.length).toBeGreaterThan(3);
    expect(answers.flat()).toEqual([undefined]);
    await world.clear();
  });

  it.skipIf(missing)('narrow the search by type and folder', async () => {
    const { store } = test;
    const world = openWorld(store, 'narrow');
    await world.take({ what: 'write', document: 1, body: 'An ocelot', isHidden: false });
    await world.take({ what: 'write', document: 2, body: 'An ocelot', isHidden: true });
    for (const isIndexed of [false, true]) {
      if (isIndexed) await world.index();
      const find = async (more: Partial<BestRequest>) => (await world.answer(owner, 'ocelot', more)).hits.map(({ id }) => id);
      expect(await find({})).toEqual(['narrow_2', 'narrow_1']);
      expect(await find({ folderId: 'folder_bob' })).toEqual(['narrow_2']);
      expect(await find({ folderId: 'folder_bob', type: 'doc' })).toEqual(['narrow_2']);
      expect(await find({ type: 'file' })).toEqual([]);
    }
    await world.clear();
  });

  it.skipIf(missing)('report that some items are not searched yet, while more wait than a search reads', async () => {
    const world = openWorld(test.store, 'many');
    const before = await world.answer(ada, 'platypus');
    expect(before).toEqual({ hits: [], isIncomplete: false });
    for (let document = 0; document < 102; document++) await world.take({ what: 'write', document, body: 'A platypus', isHidden: true });
    // Hits never include items that the viewer cannot see.
    expect((await world.answer(ada, 'platypus')).isIncomplete).toBe(false);
    await world.index();
    expect(await world.answer(owner, 'platypus')).toMatchObject({ isIncomplete: false, hits: { length: 25 } });
    await world.clear();
  });

  it.skipIf(missing)('report that only the best matches were read for a quoted part', async () => {
    const world = openWorld(test.store, 'quoted');
    const write = async (from: number, to: number, body: string) => {
      for (let document = from; document < to; document++) await world.take({ what: 'write', document, body, isHidden: false });
      await world.index();
    };
    const ask = async () => await world.answer(ada, '"red wombat"');
    await write(0, 100, 'A wombat');
    await write(100, 200, 'Red');
    expect(await ask()).toEqual({ hits: [], isIncomplete: false });
    await write(200, 201, 'Red');
    expect(await ask()).toEqual({ hits: [], isIncomplete: 'quoted' });
    await write(201, 202, 'A red wombat');
    expect(await ask()).toMatchObject({ hits: [{ id: 'quoted_201' }], isIncomplete: 'quoted' });
    await world.clear();
  });

  it.skipIf(missing)('compare the smaller texts, and say so, where all candidates together have too many words', async () => {
    const world = openWorld(test.store, 'large');
    const wanted = Array.from({ length: 60 }, (_, at) => `quokka${at}`).join(' ');
    await world.take({ what: 'write', document: 1, body: wanted, isHidden: false });
    for (let document = 2; document < 6; document++)
      await world.take({ what: 'write', document, body: `${wanted} ${manyWords(document, 900_000)}`, isHidden: false });
    await world.index();
    const { hits, isIncomplete } = await world.answer(ada, wanted);
    expect([hits[0]?.id, isIncomplete]).toEqual(['large_1', 'words']);
    expect(hits.length).toBeLessThan(5);
    expect(await world.answer(ada, 'quokka1')).toMatchObject({ hits: { length: 5 }, isIncomplete: false });
    await world.clear();
  });

  it.skipIf(missing)('wait for the index where a text that is not in it is too long to count, however it came to the item', async () => {
    const { store } = test;
    const world = openWorld(store, 'long');
    const ids = async () => {
      const { hits, isIncomplete } = await world.answer(ada, 'bilby');
      return [hits.map(({ id }) => id).toSorted(), isIncomplete];
    };
    const long = `bilby ${'a '.repeat(600_000)}`;
    const extracted = { state: 'ready', reason: null, body: long, at: 9 } as const;
    await world.take({ what: 'write', document: 1, body: 'A bilby', isHidden: false });
    await world.take({ what: 'write', document: 2, body: long, isHidden: false });
    const file = await store.perform(
      function* () {
        const made = yield* createSample(store, { id: 'long_file', type: 'file', kind: 'pdf', mimeType: 'application/pdf' });
        yield* store.extractedTexts.conclude({ orgId: acme.id, itemId: made.id, version: 1, source: 'pdf' }, extracted);
        yield* store.search.textChanged(acme.id, made.id);
        return made;
      },
      { changes: true },
    );
    expect(await ids()).toEqual([['long_1'], 'index']);
    await world.index();
    expect(await ids()).toEqual([['long_1', 'long_2', 'long_file'], false]);
    await store.perform(() => store.items.update({ ...file, searchRow: null, deletedAt: 5 }, file, nobodyAt(5)), { changes: true });
    await store.perform(() => store.search.remove(acme.id, file.searchRow!), { changes: true });
    await world.clear();
  });

  it
    .skipIf(missing)
    .each(['a'.repeat(200), 'the of and', '?!"…', 'สวัสดีชาวโลก'.repeat(16), '"unpaired', '漢'.repeat(200), '"" "', '\u0301'.repeat(200)])(
    'are answered within limits: %j',
    async (question) => {
      const world = openWorld(test.store, 'bounds');
      expect(await world.answer(ada, question)).toEqual({ hits: expect.any(Array), isIncomplete: false });
    },
  );
});

/** A text of different words, which no other number has. */
function manyWords(number: number, length: number): string {
  const words = Array.from({ length: Math.ceil(length / 61) }, (_, at) => `${number}x${at}x`.padEnd(60, 'y'));
  return words.join(' ');
}

/** Runs a program, and another one before its step of this number. Undefined if the first has fewer steps. */
function* runBefore<T>(program: Op<T>, number: number, other: () => Op<unknown>): Op<T | undefined> {
  let isOver = false;
  let state = program.next();
  for (let steps = 0; !state.done; steps++) {
    if (steps === number) {
      isOver = true;
      yield* other();
    }
    state = program.next(yield state.value);
  }
  return isOver ? state.value : undefined;
}

function openWorld(store: Store, prefix: string) {
  const change = <T>(program: () => Op<T>) => store.perform(program, { changes: true });
  const known = new Map<number, { item: Item; body: string; at: number }>();
  let time = 0;

  async function write(number: number, body: string, isHidden: boolean): Promise<void> {
    const before = known.get(number)?.item;
    const item = await change(function* () {
      const folderId = isHidden ? 'folder_bob' : null;
      if (!before) return yield* createSample(store, { id: `${prefix}_${number}`, name: `name ${number}`, body, folderId });
      const saved = yield* appendSample(store, before, body);
      yield* store.items.update(saved, before, nobodyAt(1));
      return saved;
    });
    known.set(number, { item, body, at: time++ });
  }

  async function rename(number: number, name: string): Promise<void> {
    const before = known.get(number);
    if (!before) return;
    const item = await change(function* () {
      yield* store.search.remove(acme.id, before.item.searchRow!);
      const searchRow = yield* store.search.nextRow(acme.id);
      yield* store.search.put({ orgId: acme.id, searchRow, name, tags: [], body: before.body });
      const renamed = { ...before.item, name, searchRow };
      yield* store.items.update(renamed, before.item, nobodyAt(1));
      return renamed;
    });
    known.set(number, { ...before, item, at: time++ });
  }

  async function trash(number: number): Promise<void> {
    const before = known.get(number);
    if (!before) return;
    await change(function* () {
      yield* store.search.remove(acme.id, before.item.searchRow!);
      yield* store.items.update({ ...before.item, searchRow: null, deletedAt: 5 }, before.item, nobodyAt(5));
    });
    known.delete(number);
    // An item in the trash keeps its search row: no other item gets the number.
    gone.add(number);
  }
  const gone = new Set<number>();

  async function index(): Promise<void> {
    while (await store.indexWords());
  }

  const answer = (viewer: Viewer, query: string, more: Partial<BestRequest> = {}) =>
    store.read(() => store.search.findBest({ viewer, question: readQuestion(query), limit: 25, ...more }));

  return {
    index,
    answer,
    ask: async (viewer: Viewer, query: string) => (await answer(viewer, query)).hits.map(({ id }) => id),
    /** Expected answer, computed from a list in memory. */
    expected(viewer: Viewer, query: string): string[] {
      const seen = [...known.values()]
        .filter(({ item }) => viewer.seesAll || item.folderId === null)
        .sort((one, other) => one.at - other.at);
      const entries = seen.map(({ item, body }) => countWords({ name: item.name, tags: item.tags, texts: [body] }));
      const { quoted } = readQuestion(query);
      const holds = ({ item, body }: (typeof seen)[number]) =>
        quoted.every((part) => [item.name, body].some((text) => text.toLowerCase().includes(part.toLowerCase())));
      const best = findBest(query, entries).map(({ index }) => seen[index]!);
      return best.filter(holds).map(({ item }) => item.id);
    },
    async take(each: Step) {
      if (each.what === 'index') await store.indexWords();
      else if (gone.has(each.document)) return;
      else if (each.what === 'write') await write(each.document, each.body, each.isHidden);
      else if (each.what === 'rename') await rename(each.document, each.name);
      else await trash(each.document);
    },
    async clear() {
      for (const number of [...known.keys()]) await trash(number);
    },
  };
}
