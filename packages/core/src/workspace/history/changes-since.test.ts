import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

type Caller = Parameters<World['ok']>[0];

async function readAll(
  world: World,
  caller: Caller,
  input: object,
  limit = 100,
): Promise<{ changes: Loose[]; nextSince: number; pages: number }> {
  const changes: Loose[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const page: Loose = await world.ok(caller, 'list_changes', { ...input, limit, cursor });
    changes.push(...page.changes);
    if (page.nextCursor === null) return { changes, nextSince: page.nextSince, pages };
    expect(page.nextSince).toBeUndefined();
    cursor = page.nextCursor;
  }
}

/** Subjects with their changes, without order, because two processes can make changes at the same instant. */
const told = (changes: readonly Loose[]) =>
  changes.map(({ subjectId, what, version, at }) => `${at} ${subjectId} ${what} ${version}`).sort();

describe.each(engines)('list_changes {since} on $engine (D65.8)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('lists all changes on one page, and filters them by people, agents or others', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const [key, other] = [await world.key(ada, 'write'), await world.key(bob, 'write')];
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan' });
      const since = (world.clock.now += 60_000);
      await world.ok(ada, 'append_doc', { docId, text: 'by a person' });
      world.clock.now++;
      await world.ok(key, 'append_doc', { docId, text: 'by an agent' });
      world.clock.now++;
      await world.ok(other, 'set_tags', { docId, tags: ['x'] });
      world.clock.now++;
      const { taskId } = await world.ok(ada, 'create_task', { title: 'Do it' });
      const of = async (caller: Caller, by?: string) =>
        (await world.ok(caller, 'list_changes', { since, by })).changes.map(({ subjectId, what }: Loose) => `${subjectId} ${what}`);
      const [edited, tagged, created] = [`${docId} edited`, `${docId} changed`, `${taskId} created`];
      expect(await of(key)).toEqual([created, tagged, edited, edited]);
      expect(await of(key, 'people')).toEqual([created, edited]);
      expect(await of(key, 'agents')).toEqual([tagged, edited]);
      expect(await of(key, 'others')).toEqual([created, tagged, edited]);
      expect(await of(ada, 'others')).toEqual([tagged]);
      // The documents that every workspace begins with are by nobody.
      const { changes } = await world.ok(key, 'list_changes', { since: 0, by: 'people' });
      expect(changes.map(({ by }: Loose) => by.personId)).not.toContain(null);
    });

    it('lists only changes to a folder and to its current content, including the trash', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
      const [inside, outside] = [
        await world.ok(ada, 'create_doc', { title: 'Inside', folderId }),
        await world.ok(ada, 'create_doc', { title: 'Outside' }),
      ];
      await world.ok(ada, 'create_task', { title: 'Do it' });
      await world.ok(ada, 'create_folder', { name: 'Another' });
      const subjects = async () =>
        (await world.ok(ada, 'list_changes', { since: 0, folderId })).changes.map(({ subjectId, what }: Loose) => `${subjectId} ${what}`);
      expect((await subjects()).toSorted()).toEqual([`${inside.docId} created`, `${folderId} created`].toSorted());
      await world.ok(ada, 'move_item', { docId: outside.docId, folderId });
      await world.ok(ada, 'delete_doc', { docId: inside.docId });
      expect(new Set(await subjects())).toEqual(
        new Set([
          `${inside.docId} deleted`,
          `${outside.docId} changed`,
          `${outside.docId} created`,
          `${inside.docId} created`,
          `${folderId} created`,
        ]),
      );
      const stranger = await world.addPerson('eve@acme.test');
      expect(await world.refused(stranger, 'list_changes', { since: 0, folderId })).toBe('invalid_request/no_such_item');
    });

    it('leaves changes made between pages to the next round, which continues from nextSince without a gap', async () => {
      await using world = await createWorld({ engine });
      const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan' });
      for (const text of ['a', 'b', 'c']) await world.ok(world.owner, 'append_doc', { docId, text });
      const first: Loose = await world.ok(world.owner, 'list_changes', { since: 0, limit: 2 });
      expect(first).not.toHaveProperty('nextSince');
      world.clock.now += 60_000;
      await world.ok(world.owner, 'append_doc', { docId, text: 'meanwhile' });
      const rest: Loose = await world.ok(world.owner, 'list_changes', { since: 0, limit: 100, cursor: first.nextCursor });
      expect([...first.changes, ...rest.changes].filter(({ version }) => version === 5)).toEqual([]);
      const round = await readAll(world, world.owner, { since: rest.nextSince });
      expect(round.changes.map(({ version }) => version)).toContain(5);
      expect((await world.ok(world.owner, 'list_changes', { since: world.clock.now + 1_000_000 })).nextSince).toBe(
        world.clock.now + 1_000_000,
      );
    });

    it('reads at most 300 rows for a page, however many of them the caller cannot see', async () => {
      await using world = await createWorld({ engine });
      const [ada, bob] = [await world.addPerson('ada@acme.test'), await world.addPerson('bob@acme.test')];
      const since = (world.clock.now += 1000);
      const { docId: shown } = await world.ok(bob, 'create_doc', { title: 'Seen by all' });
      world.clock.now += 1000;
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Private' });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Hidden', folderId });
      for (let edit = 0; edit < 350; edit++) await world.ok(ada, 'append_doc', { docId, text: 'x' });
      const first: Loose = await world.ok(bob, 'list_changes', { since });
      expect([first.changes, first.nextCursor]).toEqual([[], expect.any(String)]);
      const { changes, pages } = await readAll(world, bob, { since });
      expect(changes.map(({ subjectId }) => subjectId)).toEqual([shown]);
      expect(pages).toBe(2);
    });

    it('refuses arguments that cannot be combined, and a cursor of another query', async () => {
      await using world = await createWorld({ engine });
      const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan' });
      const { taskId } = await world.ok(world.owner, 'create_task', { title: 'Do it' });
      for (const input of [
        { since: 0, itemId: docId },
        { since: 0, taskId },
        { since: 0, mine: true },
        { by: 'people', itemId: docId },
      ])
        expect(await world.refused(world.owner, 'list_changes', input)).toBe('invalid_request/invalid_argument');
      const { nextCursor: cursor } = await world.ok(world.owner, 'list_changes', { since: 0, limit: 1 });
      for (const input of [{ since: 1 }, { since: 0, by: 'people' }, { itemId: docId }])
        expect(await world.refused(world.owner, 'list_changes', { ...input, cursor })).toBe('invalid_request/invalid_cursor');
    });

    it('agrees with the histories that each caller can open: 3 runs of 150 changes', async () => await agreesWithHistories(engine, 150, 3));

    it(
      'agrees with the histories that each caller can open: 20 runs of 500 changes',
      { tags: ['nightly'], timeout: 3_600_000 },
      async () => await agreesWithHistories(engine, 500, 20),
    );
  });
});

/** Compares the changes since a time with the histories of all subjects that each caller can open. */
async function agreesWithHistories(engine: 'sqlite' | 'postgres', changes: number, histories: number): Promise<void> {
  const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), who: fc.nat(3), a: fc.nat(1000), b: fc.nat(1000) });
  const history = fc.array(step, { minLength: changes, maxLength: changes });
  const holds = async (steps: Step[], part: number) => {
    await using world = await createWorld({ engine });
    const bob = await world.addPerson('bob@acme.test');
    const ada = await world.addPerson('ada@acme.test');
    const people = [ada, bob, bob, world.owner];
    const callers: Caller[] = [ada, bob, await world.key(bob, 'write'), world.owner];
    const begin = world.clock.now;
    const subjects = await makeChanges(world, callers, steps);
    const since = begin + Math.floor(((world.clock.now - begin) * part) / 100);
    const known = new Set(subjects.flatMap((subject) => Object.values(subject)));
    for (const [at, caller] of callers.entries()) {
      const expected: Loose[] = [];
      for (const subject of subjects) {
        const { changes: all } = await readAll(world, caller, subject).catch(() => ({ changes: [] }));
        expected.push(...all.filter((change) => change.at >= since));
      }
      expected.push(...(await readTrash(world, people[at] as World['owner'])).filter((change) => change.at >= since));
      const { changes: found } = await readAll(world, caller, { since }, 7);
      expect(told(found.filter(({ subjectId }) => known.has(subjectId)))).toEqual(told(expected));
    }
  };
  await fc.assert(fc.asyncProperty(history, fc.nat(100), holds), { numRuns: histories, endOnFailure: true });
}

/** Histories of what a person sees in the trash, from the store: `list_changes` opens no deleted item. */
async function readTrash(world: World, person: Caller): Promise<Loose[]> {
  const { items } = await world.ok(person, 'list_trash', { limit: 200 });
  const { orgId } = world.owner;
  const histories = items.map(async ({ id: subjectId }: Loose) => [
    ...(await world.store.read(() => world.store.versions.list(orgId, subjectId, 1000))).map(({ number, at }) => ({
      subjectId,
      what: number === 1 ? 'created' : 'edited',
      version: number,
      at,
    })),
    ...(await world.store.read(() => world.store.changes.list(orgId, subjectId, 1000))).map(({ what, at }) => ({
      subjectId,
      what,
      version: null,
      at,
    })),
  ]);
  return (await Promise.all(histories)).flat();
}

interface Step {
  kind: (typeof kinds)[number];
  who: number;
  a: number;
  b: number;
}

const kinds = ['doc', 'file', 'task', 'folder', 'edit', 'move', 'tag', 'delete', 'share', 'unshare', 'wait', 'status'] as const;

/** Random changes by three people and an agent, and the subjects that they made. What one of them may not do is refused: it changes nothing. */
async function makeChanges(world: World, callers: readonly Caller[], steps: readonly Step[]): Promise<Loose[]> {
  const made = { docs: ['doc_none'], files: ['file_none'], tasks: ['task_none'], folders: ['folder_none'] };
  const pick = (list: readonly string[], at: number) => list[at % list.length] as string;
  for (const { kind, who, a, b } of steps) {
    const attempt = async (tool: string, input: object): Promise<Loose> =>
      await world.ok(callers[who] as Caller, tool, input).catch(() => ({}));
    const folderId = b % 3 === 0 ? undefined : pick(made.folders, b);
    const [docId, name] = [pick(made.docs, a), `n${a}-${b}`];
    const shared = { folderId: pick(made.folders, a), email: pick(['ada@acme.test', 'bob@acme.test'], b) };
    const run: Record<Step['kind'], () => Promise<unknown>> = {
      doc: async () => made.docs.push((await attempt('create_doc', { title: name, folderId })).docId ?? 'doc_none'),
      file: async () => made.files.push((await attempt('write_file', { name: `${name}.txt`, content: 'x', folderId })).id ?? 'file_none'),
      task: async () => made.tasks.push((await attempt('create_task', { title: name })).taskId ?? 'task_none'),
      folder: async () => made.folders.push((await attempt('create_folder', { name })).id ?? 'folder_none'),
      edit: async () => await attempt('append_doc', { docId, text: 'x' }),
      move: async () => await attempt('move_item', { docId, ...(folderId ? { folderId } : { outOfFolders: true }) }),
      tag: async () => await attempt('set_tags', { docId, tags: [name] }),
      delete: async () => a % 3 === 0 && (await attempt('delete_doc', { docId })),
      share: async () => await attempt('share_folder', shared),
      unshare: async () => await attempt('unshare_folder', shared),
      wait: async () => void (world.clock.now += 1 + (a % 1000)),
      status: async () => await attempt('update_task', { taskId: pick(made.tasks, a), status: b % 2 ? 'done' : 'todo' }),
    };
    await run[kind]();
  }
  return [
    ...[...new Set([...made.docs, ...made.files])].map((itemId) => ({ itemId })),
    ...[...new Set(made.folders)].map((folderId) => ({ folderId })),
    ...[...new Set(made.tasks)].map((taskId) => ({ taskId })),
  ];
}
