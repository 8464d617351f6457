import type { Op, Store } from '@gatehouse/storage';
import { describe, expect, it, vi } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../../testing/test-world.ts';

/** An existing item, the run's change to it, and a later change by others. */
interface Kind {
  before(world: World, ada: Loose, folderId: string, name: string): Promise<Loose>;
  run(world: World, key: Loose, made: Loose, other: string): Promise<unknown>;
  after?(world: World, ada: Loose, made: Loose): Promise<unknown>;
}

const text = 'one two\n\nthree four\n\nfive six\n';
const edited = (docId: string, oldText: string, newText: string) => ({ docId, oldText, newText });
const titled = (world: World, ada: Loose, title: string) => world.ok(ada, 'create_doc', { title, bodyMarkdown: text });

const kinds: Record<string, Kind> = {
  'texts that it edited': {
    before: (world, ada, _folder, name) => titled(world, ada, name),
    run: (world, key, { docId }) => world.ok(key, 'edit_doc', edited(docId, 'two', 'TWO')),
  },
  'texts that others edited too': {
    before: (world, ada, _folder, name) => titled(world, ada, name),
    run: (world, key, { docId }) => world.ok(key, 'edit_doc', edited(docId, 'two', 'TWO')),
    after: (world, ada, { docId }) => world.ok(ada, 'edit_doc', edited(docId, 'six', 'SIX')),
  },
  'tags and places': {
    before: (world, ada, folderId, name) => world.ok(ada, 'create_doc', { title: name, bodyMarkdown: text, folderId }),
    async run(world, key, { docId }, other) {
      await world.ok(key, 'set_tags', { docId, tags: ['run'] });
      await world.ok(key, 'move_item', { docId, folderId: other });
    },
  },
  'documents that it created': {
    before: async () => ({}),
    run: (world, key) => titled(world, key, 'made'),
  },
  'documents that it deleted': {
    before: (world, ada, _folder, name) => titled(world, ada, name),
    run: (world, key, { docId }) => world.ok(key, 'delete_doc', { docId }),
  },
  'files that it deleted': {
    before: (world, ada, folderId, name) => world.ok(ada, 'write_file', { name: `${name}.txt`, folderId, content: text }),
    run: (world, key, { id }) => world.ok(key, 'delete_file', { fileId: id }),
  },
  'files that it renamed': {
    before: (world, ada, folderId, name) => world.ok(ada, 'write_file', { name: `${name}.txt`, folderId, content: text }),
    run: (world, key, { id, name }) => world.ok(key, 'move_item', { fileId: id, name: `new ${name}` }),
  },
  'skills with files': {
    before: (world, ada, folderId, name) =>
      world.ok(ada, 'write_skill', {
        name: `skill-${name}`,
        description: 'Does something.',
        content: text,
        folderId,
        files: [{ path: 'notes.md', content: 'a note\n' }],
      }),
    run: (world, key, { id }) => world.ok(key, 'write_skill', { fileId: id, files: [{ path: 'notes.md', content: 'another note\n' }] }),
    after: (world, ada, { id }) => world.ok(ada, 'write_skill', { fileId: id, files: [{ path: 'more.md', content: 'more\n' }] }),
  },
  'skills that it renamed': {
    before: (world, ada, folderId, name) =>
      world.ok(ada, 'write_skill', { name: `skill-${name}`, description: 'Does something.', content: text, folderId }),
    run: (world, key, { id, name }) =>
      world.ok(key, 'write_skill', { fileId: id, name: `new-${name}`, description: 'Does something else.', content: text }),
  },
  tasks: {
    before: (world, ada, _folder, name) => world.ok(ada, 'create_task', { title: name }),
    run: (world, key, { taskId }) => world.ok(key, 'update_task', { taskId, status: 'done' }),
  },
  folders: {
    before: (world, ada, _folder, name) => world.ok(ada, 'create_folder', { name: `folder ${name}` }),
    run: (world, _key, { id }) => world.ok(world.owner, 'rename_folder', { folderId: id, name: `new ${id}` }),
  },
};

describe.each(engines)('statements of a preview on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it.each(Object.keys(kinds))('needs the same number of statements for twice as many %s (D66.8)', async (kind) => {
      await using world = await createWorld({ engine });
      const counts = [await previewed(world, kind, 6), await previewed(world, kind, 12)];
      expect(counts[1]).toBe(counts[0]);
    });
  });
});

/** Counts the statements of a search for the run's changes, from the first call to the last. */
async function previewed(world: World, kind: string, count: number): Promise<number> {
  const { before, run, after } = kinds[kind] as Kind;
  const ada = await world.addPerson(`ada-${count}@acme.test`);
  const key = await world.key(ada, 'write');
  const { id: folderId } = await world.ok(ada, 'create_folder', { name: `Plans ${count}` });
  const { id: other } = await world.ok(ada, 'create_folder', { name: `Others ${count}` });
  const names = Array.from({ length: count }, (_, index) => `${count}-${index}`);
  const made: Loose[] = [];
  for (const name of names) made.push(await before(world, ada, folderId, name));
  const since = ++world.clock.now;
  for (const one of made) await run(world, key, one, other);
  const until = world.clock.now++;
  for (const one of made) await after?.(world, ada, one);
  world.clock.now++;
  using statements = countStatements(world.store);
  let found = await world.ok(world.owner, 'prepare_take_back', { since, until });
  let asked = statements.count();
  while (found.state === 'looking') {
    const stored = await world.store.read(() => world.store.takeBacks.find(world.orgId, found.takeBackId));
    const before = statements.count();
    found = await world.ok(world.owner, 'continue_take_back', { takeBackId: found.takeBackId });
    // A time is looked for in the log with more statements where that has more rows.
    if (stored?.progress.source !== 'log') asked += statements.count() - before;
  }
  expect(found.found).toBeGreaterThanOrEqual(count);
  return asked;
}

function countStatements(store: Store): Disposable & { count(): number } {
  let asked = 0;
  const { perform } = store;
  function* counted<T>(program: Op<T>): Op<T> {
    const next = program.next.bind(program);
    program.next = (...answer) => {
      asked++;
      return next(...answer);
    };
    return yield* program;
  }
  const spy = vi.spyOn(store, 'perform').mockImplementation((program, options) => perform(() => counted(program()), options));
  return { count: () => asked, [Symbol.dispose]: () => spy.mockRestore() };
}
