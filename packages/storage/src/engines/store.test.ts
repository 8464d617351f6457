import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask, type Op } from '../kernel/ops.ts';
import type { CallLimit, Slot } from '../repos/admission.ts';
import type { ServiceTool } from '../repos/services/service-tools.ts';
import type { Item } from '../repos/workspace/items.ts';
import { manifestHash } from '../repos/workspace/skills.ts';
import { sha256 } from '../repos/workspace/versions.ts';
import { type TestStore, testEngines } from '../testing/index.ts';
import {
  acme,
  ada,
  appendSample,
  bob,
  byNobody,
  createAcme,
  createSample,
  createSampleKey,
  nobodyAt,
  owner,
  type SampleItem,
  sampleActivity,
  sampleKey,
  sampleKeyHash,
  sampleTask,
} from '../testing/sample-rows.ts';
import type { Store } from './store.ts';

/** Behavior that every engine must share. */
describe.each(testEngines())('a store on $name', ({ missing, open }) => {
  if (missing !== undefined) {
    it.skip('runs only where the engine is available');
    return;
  }
  let test: TestStore;
  let store: Store;

  beforeEach(async () => {
    test = await open();
    store = test.store;
    await change(() => createAcme(store));
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });
  const read = <T>(program: () => Op<T>): Promise<T> => store.read(program);
  const create = (sample: SampleItem): Promise<Item> => change(() => createSample(store, sample));

  /** Gives an item its next version, as an edit does: found for change first. */
  function* edit(on: Store, id: string, body: string): Op<number> {
    const found = yield* on.items.visibleForChange(owner, 'any', id);
    if (!found) throw new Error(`no ${id}`);
    const { folderName: _, ...item } = found;
    const saved = yield* appendSample(on, { ...item, updatedAt: item.updatedAt + 1 }, body);
    yield* on.items.update(saved, item, nobodyAt(saved.updatedAt));
    return saved.versionCount;
  }

  describe('programs', () => {
    it('rolls back everything that a failed program did', async () => {
      const fault = new Error('on purpose');
      const failing = change(function* () {
        yield* createSample(store, { id: 'doc_1', body: 'lost' });
        throw fault;
      });
      await expect(failing).rejects.toBe(fault);
      expect(await read(() => store.items.visible(owner, 'any', 'doc_1'))).toBeUndefined();
      expect(await read(() => store.search.find({ viewer: owner, query: 'lost', limit: 5 }))).toEqual([]);
    });

    it('rolls back a failed attempt, and keeps the work before and after it', async () => {
      const outcome = await change(function* () {
        yield* createSample(store, { id: 'doc_before' });
        const failed = yield* store.attempt(function* () {
          yield* createSample(store, { id: 'doc_failed' });
          throw new Error('on purpose');
        });
        yield* createSample(store, { id: 'doc_after' });
        return failed;
      });
      expect(outcome).toMatchObject({ ok: false, error: { message: 'on purpose' } });
      const docs = await read(() => store.items.list({ viewer: owner, sort: 'doc', limit: 10 }));
      expect(docs.map(({ id }) => id).sort()).toEqual(['doc_after', 'doc_before']);
    });

    it('rolls back an attempt whose statement the database refused, and continues', async () => {
      await create({ id: 'doc_1' });
      const outcome = await change(function* () {
        const twice = yield* store.attempt(() => createSample(store, { id: 'doc_1' }));
        yield* store.activity.record(sampleActivity({ requestId: 'after the refusal' }));
        return twice.ok;
      });
      expect(outcome).toBe(false);
      expect((await read(() => store.activity.list({ orgId: acme.id, limit: 5 }))).map((row) => row.requestId)).toEqual([
        'after the refusal',
      ]);
    });

    it('nests attempts, and rolls back only the inner one', async () => {
      await change(() =>
        store.attempt(function* () {
          yield* createSample(store, { id: 'doc_outer' });
          yield* store.attempt(function* () {
            yield* createSample(store, { id: 'doc_inner' });
            throw new Error('on purpose');
          });
        }),
      );
      const docs = await read(() => store.items.list({ viewer: owner, sort: 'doc', limit: 10 }));
      expect(docs.map(({ id }) => id)).toEqual(['doc_outer']);
    });

    it('shows one program nothing of another before that is committed', async () => {
      const another = await test.openAnother();
      const seen = await change(function* () {
        yield* createSample(store, { id: 'doc_1' });
        return yield* ask<Promise<number>>(
          async () => (await another.read(() => another.items.list({ viewer: owner, sort: 'doc', limit: 5 }))).length,
        );
      });
      expect(await seen).toBe(0);
    });

    it('reports that it accepts writes', async () => {
      await store.checkWritable();
      await store.checkWritable();
    });
  });

  const key = { ...sampleKey, id: 'key_1' };

  describe('people, agents and keys', () => {
    const hash = sha256(Buffer.from('a key'));

    it('finds a key by its hash, with the current role, name and address of its person (D12)', async () => {
      await change(() => store.keys.create({ ...key, hash }));
      const found = await read(() => store.keys.findByHash(hash));
      const ofPerson = {
        role: 'member',
        agentsReadOnly: false,
        asksReview: false,
        personName: 'person_ada',
        personEmail: 'person_ada@acme.test',
      };
      expect(found).toEqual({ ...key, revokedAt: null, lastUsedAt: null, ...ofPerson, orgName: acme.name });
      expect(await read(() => store.keys.findByHash(sha256(Buffer.from('another'))))).toBeUndefined();
      await change(function* () {
        const person = yield* store.people.find(acme.id, ada.personId);
        yield* store.people.update({ ...person!, removedAt: 9 });
      });
      expect(await read(() => store.keys.findByHash(hash))).toBeUndefined();
    });

    it('revokes a key once, and records its last use', async () => {
      await change(() => store.keys.create({ ...key, hash }));
      await change(() => store.keys.revoke(acme.id, key.id, 10));
      await change(() => store.keys.revoke(acme.id, key.id, 20));
      await store.perform(() => store.keys.noteUse(acme.id, key.id, 30), { changes: false });
      expect(await read(() => store.keys.find(acme.id, key.id))).toMatchObject({ revokedAt: 10, lastUsedAt: 30 });
    });

    it('finds a key that the same program created', async () => {
      const found = await change(function* () {
        yield* store.keys.create({ ...key, hash });
        return yield* store.keys.findByHash(hash);
      });
      expect(found?.id).toBe(key.id);
    });

    it('lists present members, and finds former ones by their address', async () => {
      await change(function* () {
        const bobRow = yield* store.people.find(acme.id, bob.personId);
        yield* store.people.update({ ...bobRow!, removedAt: 7 });
      });
      expect((await read(() => store.people.list(acme.id))).map(({ id }) => id)).toEqual(['person_ada', 'person_owner']);
      expect(await read(() => store.people.find(acme.id, bob.personId))).toBeUndefined();
      expect(await read(() => store.people.findByEmail(acme.id, 'person_bob@acme.test'))).toMatchObject({ removedAt: 7 });
    });

    it('creates only one agent for concurrent requests with the same new name', async () => {
      const ids = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          change(function* () {
            const known = yield* store.agents.findByName(acme.id, ada.personId, 'bot');
            if (known) return known.id;
            const agent = {
              orgId: acme.id,
              id: `agent_${index}`,
              personId: ada.personId,
              name: 'bot',
              kind: 'program' as const,
              createdAt: 1,
            };
            yield* store.agents.create(agent);
            return agent.id;
          }),
        ),
      );
      expect(new Set(ids).size).toBe(1);
      expect(await read(() => store.agents.page({ orgId: acme.id, now: 1, limit: 10 }))).toHaveLength(1);
    });

    it('numbers organizations in sequence, even if they are created concurrently', async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, index) => change(() => store.organizations.create({ id: `org_${index}`, name: 'x', createdAt: 1 }))),
      );
      expect((await read(() => store.organizations.list())).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });
  });

  describe('folders and visibility (D25)', () => {
    const folder = (id: string, change = {}) => ({
      orgId: acme.id,
      id,
      name: id,
      ownerId: ada.personId,
      visibility: 'private' as const,
      createdAt: 1,
      ...change,
    });

    it('shows a private folder to its person, to those it was shared with, and to owners', async () => {
      await change(() => store.folders.create(folder('folder_a'), nobodyAt(1)));
      const seen = async () => {
        const viewers = [ada, bob, owner, { ...owner, orgId: 'org_other' }];
        return await Promise.all(
          viewers.map(async (viewer) => (await read(() => store.folders.visible(viewer, 'folder_a'))) !== undefined),
        );
      };
      expect(await seen()).toEqual([true, false, true, false]);
      await change(() => store.folders.share(acme.id, 'folder_a', { sharedWith: bob.personId, access: 'write' }, nobodyAt(2)));
      await change(() => store.folders.share(acme.id, 'folder_a', { sharedWith: bob.personId, access: 'write' }, nobodyAt(3)));
      expect(await seen()).toEqual([true, true, true, false]);
      expect(await read(() => store.folders.shares(acme.id, 'folder_a'))).toEqual([{ sharedWith: bob.personId, access: 'write' }]);
      await change(() => store.folders.unshare(acme.id, 'folder_a', bob.personId, nobodyAt(4)));
      expect(await seen()).toEqual([true, false, true, false]);
      await change(() => store.folders.shareWithAll(acme.id, 'folder_a', 'write', nobodyAt(5)));
      expect(await seen()).toEqual([true, true, true, false]);
    });

    it('stores the access of each share, and records every change of it in the history (D25.5)', async () => {
      await change(() => store.folders.create(folder('folder_a'), nobodyAt(1)));
      const share = (access: 'read' | 'write', at: number) =>
        change(() => store.folders.share(acme.id, 'folder_a', { sharedWith: bob.personId, access }, nobodyAt(at)));
      const shareWithAll = (access: 'read' | 'write' | null, at: number) =>
        change(() => store.folders.shareWithAll(acme.id, 'folder_a', access, nobodyAt(at)));
      const changeable = async () => {
        const viewers = [ada, bob, owner, { ...owner, orgId: 'org_other' }];
        const found = await Promise.all(viewers.map((viewer) => read(() => store.folders.visibleToFill(viewer, 'folder_a'))));
        return found.map((one) => one !== undefined);
      };
      await share('read', 2);
      expect(await changeable()).toEqual([true, false, true, false]);
      await share('write', 3);
      await share('write', 4);
      expect(await changeable()).toEqual([true, true, true, false]);
      await share('read', 5);
      await shareWithAll('read', 6);
      expect(await changeable()).toEqual([true, false, true, false]);
      await shareWithAll('write', 7);
      expect(await changeable()).toEqual([true, true, true, false]);
      await shareWithAll(null, 8);
      await change(() => store.folders.unshareAll(acme.id, bob.personId, nobodyAt(9)));
      expect(await changeable()).toEqual([true, false, true, false]);
      const rows = await read(() => store.many.changes(acme.id, ['folder_a']));
      expect(rows.slice(1).map(({ at, fieldsBefore, fieldsAfter }) => [at, fieldsBefore, fieldsAfter])).toEqual(
        [
          [2, bob.personId, null, 'read'],
          [3, bob.personId, 'read', 'write'],
          [5, bob.personId, 'write', 'read'],
          [6, 'organization', null, 'read'],
          [7, 'organization', 'read', 'write'],
          [8, 'organization', 'write', null],
          [9, bob.personId, 'read', null],
        ].map(([at, whom, before, after]) => [at, { [`share:${whom}`]: before }, { [`share:${whom}`]: after }]),
      );
    });

    it('lists folders in the order of code points, with their content', async () => {
      await change(function* () {
        for (const name of ['b', 'É', 'a', 'B', 'e', '~', '😀', 'ﬀ'])
          yield* store.folders.create(folder(`folder_${name}`, { name }), nobodyAt(1));
        yield* store.folders.share(acme.id, 'folder_a', { sharedWith: bob.personId, access: 'write' }, nobodyAt(2));
        yield* createSample(store, { id: 'doc_1', folderId: 'folder_a' });
        yield* createSample(store, { id: 'doc_2', folderId: 'folder_a', deletedAt: null });
        yield* createSample(store, { id: 'doc_3', folderId: 'folder_b' });
      });
      const all = await read(() => store.folders.list(ada, 10));
      expect(all.map(({ name }) => name)).toEqual(['B', 'a', 'b', 'e', '~', 'É', 'ﬀ', '😀']);
      expect(all[1]).toEqual({
        id: 'folder_a',
        name: 'a',
        ownerId: ada.personId,
        parentId: null,
        rootId: 'folder_a',
        path: '/folder_a/',
        visibility: 'private',
        organizationAccess: 'write',
        shareCount: 1,
        itemCount: 2,
        isChangeable: true,
      });
      expect(await read(() => store.folders.list(ada, 2, { name: 'b', id: 'folder_b' }))).toEqual(all.slice(3, 5));
      expect((await read(() => store.folders.visibleByName(bob, 'a')))?.id).toBe('folder_a');
      expect(await read(() => store.folders.visibleByName(bob, 'b'))).toBeUndefined();
    });

    it('orders, pages and finds folders whose names contain noncharacters or the last code point', async () => {
      const ordered = [
        'a',
        '\u{e000}',
        '\u{fdd0}',
        '\u{fffd}',
        '\u{fffe}',
        '\u{ffff}',
        '\u{ffff}a',
        '\u{10000}',
        '\u{10ffff}',
        '\u{10ffff}a',
      ];
      await change(function* () {
        for (const [index, name] of ordered.toReversed().entries()) {
          yield* store.folders.create(folder(`folder_${index}`, { name }), nobodyAt(1));
        }
      });
      const all = await read(() => store.folders.list(ada, 20));
      expect(all.map(({ name }) => name)).toEqual(ordered);
      for (const [index, after] of all.entries()) {
        expect(await read(() => store.folders.list(ada, 1, after))).toEqual(all.slice(index + 1, index + 2));
        expect((await read(() => store.folders.visibleByName(ada, after.name)))?.id).toBe(after.id);
      }
    });

    it('hides items of hidden folders from every query', async () => {
      await change(function* () {
        yield* store.folders.create(folder('folder_a', { name: 'Secret' }), nobodyAt(1));
        yield* createSample(store, { id: 'doc_in', folderId: 'folder_a', name: 'plan' });
        yield* createSample(store, { id: 'doc_out', name: 'plan' });
      });
      for (const [viewer, ids] of [
        [ada, ['doc_in', 'doc_out']],
        [bob, ['doc_out']],
        [owner, ['doc_in', 'doc_out']],
        [{ ...owner, orgId: 'org_other' }, []],
      ] as const) {
        expect((await read(() => store.items.list({ viewer, sort: 'doc', limit: 10 }))).map(({ id }) => id).sort()).toEqual(ids);
        expect((await read(() => store.search.find({ viewer, query: 'plan', limit: 10 }))).map(({ id }) => id).sort()).toEqual(ids);
        expect((await read(() => store.items.visible(viewer, 'doc', 'doc_in'))) !== undefined).toBe(ids.length === 2);
      }
      expect((await read(() => store.items.visible(ada, 'any', 'doc_in')))?.folderName).toBe('Secret');
    });
  });

  describe('items', () => {
    it('returns every value unchanged', async () => {
      const tags = ['b', 'a', 'ü', '"\\'];
      const sample = {
        id: 'file_1',
        type: 'file',
        kind: 'image',
        name: 'Ä b',
        description: null,
        tags,
        isAgentMemory: true,
        updatedAt: 8_640_000_000_000_000,
      } as const;
      const created = await create({ ...sample, tags: [...tags] });
      expect(await read(() => store.items.visible(owner, 'any', 'file_1'))).toEqual({ ...created, folderName: null, asksReview: 0 });
      expect(created).toMatchObject({ ...sample, isSystem: false, totalLines: 0 });
      const changed = { ...created, totalLines: null, description: 'd', isAgentMemory: false, tags: [] };
      await change(() => store.items.update(changed, created, nobodyAt(9)));
      expect(await read(() => store.items.visible(owner, 'file', 'file_1'))).toMatchObject({
        totalLines: null,
        description: 'd',
        isAgentMemory: false,
        tags: [],
      });
    });

    it('lists newest updates first, ties by id, page by page', async () => {
      await change(function* () {
        for (const [id, updatedAt] of [
          ['doc_b', 2],
          ['doc_a', 2],
          ['doc_d', 1],
          ['doc_c', 3],
        ] as const)
          yield* createSample(store, { id, updatedAt });
        yield* createSample(store, { id: 'skill_1', type: 'skill', kind: 'skill' });
      });
      const all = await read(() => store.items.list({ viewer: ada, sort: 'doc', limit: 10 }));
      expect(all.map(({ id }) => id)).toEqual(['doc_c', 'doc_b', 'doc_a', 'doc_d']);
      const next = await read(() => store.items.list({ viewer: ada, sort: 'doc', limit: 2, after: { updatedAt: 2, id: 'doc_b' } }));
      expect(next.map(({ id }) => id)).toEqual(['doc_a', 'doc_d']);
      expect(await read(() => store.items.list({ viewer: ada, sort: 'doc', kind: 'image', limit: 2 }))).toEqual([]);
      expect(await read(() => store.items.list({ viewer: ada, sort: 'doc', folderId: 'folder_none', limit: 2 }))).toEqual([]);
    });

    it('numbers the versions of 64 concurrent editors without a gap (D19, D20)', async () => {
      await create({ id: 'doc_1', body: 'start' });
      const another = await test.openAnother();
      const numbers = await Promise.all(
        Array.from({ length: 64 }, (_, index) => {
          const on = index % 2 === 0 ? store : another;
          return on.perform(() => edit(on, 'doc_1', `edit ${index} `.repeat(20)), { changes: true });
        }),
      );
      expect(numbers.sort((left, right) => left - right)).toEqual(Array.from({ length: 64 }, (_, index) => index + 2));
      const listed = await read(() => store.versions.list(acme.id, 'doc_1', 100));
      expect(listed.map(({ number }) => number)).toEqual(Array.from({ length: 65 }, (_, index) => 65 - index));
      expect((await read(() => store.search.find({ viewer: owner, query: 'edit', limit: 5 }))).map(({ id }) => id)).toEqual(['doc_1']);
    });

    it('lets only one of many take a name in a folder', async () => {
      const created = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          change(function* () {
            if ((yield* store.items.named(acme.id, null, 'same.txt')) !== undefined) return false;
            yield* createSample(store, { id: `file_${index}`, type: 'file', name: 'same.txt' });
            return true;
          }),
        ),
      );
      expect(created.filter(Boolean)).toHaveLength(1);
    });

    it('remembers which item an imported path became', async () => {
      await change(() => store.importPaths.save(acme.id, 'a/b.md', 'doc_1'));
      await change(() => store.importPaths.save(acme.id, 'a/b.md', 'doc_2'));
      expect(await read(() => store.importPaths.findForChange(acme.id, 'a/b.md'))).toBe('doc_2');
      expect(await read(() => store.importPaths.findForChange('org_other', 'a/b.md'))).toBeUndefined();
    });
  });

  describe('contents and versions (D16, D19)', () => {
    it('keeps text byte for byte', async () => {
      const body = 'e\u0301 \r\n\u2028 \ufeff 👩‍👩‍👧 \u0001\u0002\u0003 %_\\ \ufffd';
      await create({ id: 'doc_1', body });
      expect(await read(() => store.contents.text(acme.id, 'doc_1'))).toBe(body);
      await change(() => store.contents.removeText(acme.id, 'doc_1'));
      expect(await read(() => store.contents.text(acme.id, 'doc_1'))).toBeUndefined();
    });

    it('unpacks every version of a text, stored whole or as a difference', async () => {
      const bodies = Array.from(
        { length: 8 },
        (_, index) => `${'A line that stays.\n'.repeat(200)}${index}${index === 5 ? randomBytes(8000).toString('hex') : ''}`,
      );
      await create({ id: 'doc_1', body: bodies[0]! });
      for (const body of bodies.slice(1)) await change(() => edit(store, 'doc_1', body));
      const stored = await Promise.all(
        bodies.map((_, index) =>
          read(function* () {
            const version = yield* store.versions.find(acme.id, 'doc_1', index + 1);
            return { whole: version!.base === null, text: (yield* store.versions.unpackText(acme.id, 'doc_1', version!)).toString() };
          }),
        ),
      );
      expect(stored.map(({ text }) => text)).toEqual(bodies);
      expect(stored.filter(({ whole }) => whole).length).toBeLessThan(bodies.length);
      const page = await read(() => store.versions.list(acme.id, 'doc_1', 2, 4));
      expect(page).toEqual([
        {
          ...byNobody,
          number: 3,
          summary: 'to 3',
          at: 3,
          sha256: sha256(Buffer.from(bodies[2]!)),
          manifest: null,
          sizeBytes: Buffer.byteLength(bodies[2]!),
        },
        {
          ...byNobody,
          number: 2,
          summary: 'to 2',
          at: 2,
          sha256: sha256(Buffer.from(bodies[1]!)),
          manifest: null,
          sizeBytes: Buffer.byteLength(bodies[1]!),
        },
      ]);
    });

    it('stores files in pieces, and reads a single piece', async () => {
      const bytes = randomBytes(600_000);
      const blob = await change(() => store.contents.putBlob({ id: 'blob_1', orgId: acme.id, createdAt: 1 }, bytes));
      expect(blob).toEqual({ id: 'blob_1', sha256: sha256(bytes), sizeBytes: bytes.length });
      expect((await read(() => store.contents.blob('blob_1'))).equals(bytes)).toBe(true);
      expect((await read(() => store.contents.blobChunk('blob_1', 2))).equals(bytes.subarray(2 * 256 * 1024))).toBe(true);
      expect(await read(() => store.contents.blob('blob_none'))).toHaveLength(0);
    });
  });

  describe('tasks (D26)', () => {
    it('lists by due date, tasks without one last, then newest first', async () => {
      const tasks = [
        sampleTask(1),
        sampleTask(2, { dueAt: 50, assignee: 'a' }),
        sampleTask(3, { dueAt: 40 }),
        sampleTask(4, { status: 'done' }),
        sampleTask(5, { dueAt: 50, status: 'stuck' }),
      ];
      await change(function* () {
        for (const one of tasks) {
          yield* store.tasks.create(one, null, nobodyAt(1));
          yield* store.tasks.update(one, { ...one, assignee: null }, nobodyAt(2));
        }
      });
      const numbers = async (filter: object) =>
        (await read(() => store.tasks.list({ orgId: acme.id, includeDone: false, limit: 10, ...filter }))).map(({ number }) => number);
      expect(await numbers({})).toEqual([3, 5, 2, 1]);
      expect(await numbers({ includeDone: true })).toEqual([3, 5, 2, 4, 1]);
      expect(await numbers({ status: 'done' })).toEqual([4]);
      expect(await numbers({ assignee: 'a' })).toEqual([2]);
      expect(await numbers({ after: tasks[4] })).toEqual([2, 1]);
      await change(() => store.tasks.update({ ...tasks[2]!, status: 'canceled', dueAt: null, notes: 'n' }, tasks[2]!, nobodyAt(3)));
      expect(await read(() => store.tasks.find(acme.id, 'task_3'))).toEqual({ ...tasks[2], status: 'canceled', dueAt: null, notes: 'n' });
      expect(await numbers({})).toEqual([5, 2, 1]);
    });

    it('numbers concurrently created tasks without a gap', async () => {
      const numbers = await Promise.all(Array.from({ length: 20 }, () => change(() => store.organizations.nextTaskNumber(acme.id))));
      expect(numbers.sort((left, right) => left - right)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    });
  });

  describe('the activity log (D14)', () => {
    const list = (filter: object = {}) => read(() => store.activity.list({ orgId: acme.id, limit: 100, ...filter }));
    const record = (change: object) => store.perform(() => store.activity.record(sampleActivity(change)), { changes: false });

    it('returns every column unchanged', async () => {
      const row = sampleActivity({
        personId: 'p',
        agentId: 'a',
        keyId: 'k',
        sdkName: 's',
        sdkVersion: '1',
        client: '"c"\n',
        agentName: 'é\\',
        itemType: 'doc',
        itemId: 'd',
        reason: 'r',
        traceId: 't',
        service: 'sv',
        connectionId: 'co',
        serviceTool: 'st',
        serviceMicros: 7,
      });
      await store.perform(() => store.activity.record(row), { changes: false });
      await change(() => store.activity.record(row));
      const rows = await list();
      expect(rows.map(({ id: _, ...rest }) => rest)).toEqual([row, row].map((one) => ({ ...one, count: 1, foldedMinute: null })));
      expect(rows[0]!.id).toBeGreaterThan(rows[1]!.id);
    });

    it('filters by each column, and pages both ways', async () => {
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          record({ at: index, tool: `tool_${index % 3}`, keyId: `key_${index % 2}`, requestId: `req_${index}` }),
        ),
      );
      await record({ orgId: 'org_other', tool: 'tool_0' });
      expect(await list({ tool: 'tool_1' })).toHaveLength(10);
      expect(await list({ tool: 'tool_1', keyId: 'key_1' })).toHaveLength(5);
      expect((await list({ requestId: 'req_7' })).map(({ at }) => at)).toEqual([7]);
      expect(await list({ since: 10, until: 12 })).toHaveLength(3);
      expect(await list({ outcome: 'forbidden' })).toEqual([]);
      expect(await list({ entrance: 'http', limit: 4 })).toHaveLength(4);
      const all = await list();
      expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((left, right) => right - left));
      expect(await list({ beforeId: all[9]!.id, limit: 5 })).toEqual(all.slice(10, 15));
      expect(await list({ fromId: all[9]!.id, limit: 5 })).toEqual(all.slice(5, 10).reverse());
      expect(await list({ fromId: all[9]!.id, throughId: all[7]!.id })).toEqual(all.slice(7, 10).reverse());
    });

    it('folds refusals by the limit into one row per key and minute', async () => {
      const refuse = (at: number, keyId: string) =>
        store.perform(() => store.activity.recordFolded({ ...sampleActivity({ at, tool: `t${at}` }), keyId }), { changes: false });
      await refuse(59_999, 'key_1');
      await Promise.all(Array.from({ length: 20 }, (_, index) => refuse(60_000 + index, index % 2 === 0 ? 'key_1' : 'key_2')));
      await refuse(119_999, 'key_1');
      const rows = (await list()).map(({ keyId, count, foldedMinute }) => ({ keyId, count, foldedMinute }));
      expect(rows).toHaveLength(3);
      expect(rows).toEqual(
        expect.arrayContaining([
          { keyId: 'key_1', count: 1, foldedMinute: 0 },
          { keyId: 'key_1', count: 11, foldedMinute: 1 },
          { keyId: 'key_2', count: 10, foldedMinute: 1 },
        ]),
      );
    });

    it('writes a row for any client name', async () => {
      await Promise.all([record({ client: 'half \ud800 pair' }), record({ client: 'zero \0 here' }), record({ client: 'plain' })]);
      expect((await list()).map(({ client }) => client?.replace(/[^ -~]+/, '*')).sort()).toEqual(['half * pair', 'plain', 'zero * here']);
    });
  });

  describe('the limit (D13)', () => {
    const limit = 240;
    const windowMs = 60_000;
    const keyIds = ['key_1', 'key_2'];
    const admit = (now: number, key: string, callLimit: CallLimit, on = store) =>
      on.perform(() => on.admissions.take(sampleKeyHash(key), callLimit, now), { changes: false });
    const take = async (now: number, key = 'key_1', on = store): Promise<Slot> =>
      (await admit(now, key, { calls: limit, windowMs }, on)).slot as Slot;

    beforeEach(async () => {
      await change(function* () {
        for (const id of keyIds) yield* createSampleKey(store, id);
      });
    });

    it('admits exactly the limit of concurrent calls, in two processes', async () => {
      const another = await test.openAnother();
      const slots = await Promise.all(Array.from({ length: 300 }, (_, index) => take(1000, 'key_1', index % 2 === 0 ? store : another)));
      const admitted = slots.filter((slot) => slot.admitted);
      expect(admitted).toHaveLength(limit);
      expect(admitted.map((slot) => slot.remaining).sort((left, right) => left - right)).toEqual(
        Array.from({ length: limit }, (_, index) => index),
      );
      expect(slots.filter((slot) => !slot.admitted)).toEqual(Array.from({ length: 60 }, () => ({ admitted: false, waitMs: windowMs })));
    });

    it('gives each of many concurrent calls its own answer, for several keys and for none', async () => {
      for (let call = 0; call < 230; call++) await take(1000);
      const asked = Array.from({ length: 90 }, (_, index) => ['key_1', 'key_2', 'key_unknown'][index % 3] as string);
      const admissions = await Promise.all(asked.map((key) => admit(1000, key, { calls: limit, windowMs })));
      const of = (key: string) => admissions.filter((_, index) => asked[index] === key);
      const remaining = (key: string) => of(key).map(({ slot }) => (slot?.admitted ? slot.remaining : 'refused'));
      expect(remaining('key_1')).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, ...Array.from({ length: 20 }, () => 'refused')]);
      expect(remaining('key_2')).toEqual(Array.from({ length: 30 }, (_, index) => 239 - index));
      expect(of('key_2').every(({ key }) => key?.id === 'key_2')).toBe(true);
      expect(of('key_unknown')).toEqual(Array.from({ length: 30 }, () => ({ key: undefined, slot: undefined })));
    });

    it('returns the same facts about a key as a separate query', async () => {
      const found = await read(() => store.keys.findByHash(sampleKeyHash('key_1')));
      expect((await admit(1000, 'key_1', { calls: limit, windowMs })).key).toEqual(found);
    });

    it('records the use of a key to the minute, and none for a refused call', async () => {
      const lastUse = async (key: string) => (await read(() => store.keys.find(acme.id, key)))?.lastUsedAt;
      const uses: unknown[] = [];
      for (const now of [1000, 60_999, 61_000]) {
        await take(now);
        uses.push(await lastUse('key_1'));
      }
      expect(uses).toEqual([1000, 1000, 61_000]);
      const once = { calls: 1, windowMs: 10 * windowMs };
      expect((await admit(1000, 'key_2', once)).slot?.admitted).toBe(true);
      expect((await admit(100_000, 'key_2', once)).slot?.admitted).toBe(false);
      expect(await lastUse('key_2')).toBe(1000);
    });

    it('admits no call of a key that was revoked, has expired, or whose person left (D12)', async () => {
      await change(() => store.keys.revoke(acme.id, 'key_1', 5));
      await change(() => store.keys.create({ ...key, id: 'key_3', hash: sampleKeyHash('key_3'), expiresAt: 1000 }));
      const once = { calls: 1, windowMs };
      expect(await admit(900, 'key_1', once)).toMatchObject({ key: { id: 'key_1', revokedAt: 5 }, slot: undefined });
      expect(await admit(999, 'key_3', once)).toMatchObject({ key: { id: 'key_3', role: 'member' }, slot: { admitted: true } });
      expect(await admit(1000, 'key_3', once)).toMatchObject({ key: { id: 'key_3', expiresAt: 1000 }, slot: undefined });
      expect((await admit(999, 'key_3', once)).slot).toEqual({ admitted: false, waitMs: windowMs });
      await change(function* () {
        const person = yield* store.people.find(acme.id, ada.personId);
        yield* store.people.update({ ...person!, removedAt: 9 });
      });
      expect(await admit(999, 'key_2', once)).toEqual({ key: undefined, slot: undefined });
    });

    it('frees a slot exactly one window after its call', async () => {
      for (let call = 0; call < limit; call++) expect((await take(1000 + call)).admitted).toBe(true);
      expect(await take(60_999)).toEqual({ admitted: false, waitMs: 1 });
      expect(await take(61_000)).toEqual({ admitted: true, remaining: 0, resetMs: 1 });
      expect(await take(61_000)).toEqual({ admitted: false, waitMs: 1 });
      expect(await take(61_010)).toEqual({ admitted: true, remaining: 9, resetMs: 1 });
      expect(await take(61_000, 'key_2')).toEqual({ admitted: true, remaining: 239, resetMs: windowMs });
    });

    it('does not free slots when the clock goes back, however far', async () => {
      for (let call = 0; call < limit; call++) await take(100_000);
      expect(await take(90_000)).toEqual({ admitted: false, waitMs: windowMs });
      expect(await take(39_999)).toEqual({ admitted: false, waitMs: windowMs });
    });

    it('matches a plain log of all calls, for any times', async () => {
      const log: number[] = [];
      let now = 0;
      for (let call = 0; call < 400; call++) {
        now += Math.floor(Math.random() ** 3 * 40);
        const live = log.filter((at) => at > now - 500);
        const { slot } = (await admit(now, 'key_1', { calls: 7, windowMs: 500 })) as { slot: Slot };
        expect(slot.admitted).toBe(live.length < 7);
        if (!slot.admitted) expect(slot.waitMs).toBe(live.at(-7)! + 500 - now);
        else {
          log.push(now);
          expect(slot.remaining).toBe(6 - live.length);
          expect(slot.resetMs).toBe((live[0] ?? now) + 500 - now);
        }
      }
    });
  });

  describe('search (D23)', () => {
    const find = async (query: string, more: object = {}) =>
      (await read(() => store.search.find({ viewer: ada, query, limit: 25, ...more }))).map(({ id }) => id);

    it('orders by exact name, name start, name, tag, body; then newest update', async () => {
      await create({ id: 'doc_body', name: 'x', body: 'about release notes here' });
      await create({ id: 'doc_tag', name: 'y', tags: ['all release notes'] });
      await create({ id: 'doc_inside', name: 'old release notes' });
      await create({ id: 'doc_start', name: 'release notes 2' });
      await create({ id: 'doc_exact', name: 'Release  Notes' });
      await create({ id: 'doc_start_newer', name: 'RELEASE NOTES of May' });
      expect(await find(' release\tnotes ')).toEqual(['doc_exact', 'doc_start_newer', 'doc_start', 'doc_inside', 'doc_tag', 'doc_body']);
      await change(() => edit(store, 'doc_start', 'changed'));
      expect(await find('release notes')).toEqual(['doc_exact', 'doc_start', 'doc_start_newer', 'doc_inside', 'doc_tag', 'doc_body']);
      expect(await find('release notes', { limit: 2 })).toEqual(['doc_exact', 'doc_start']);
      expect(await find('notes of', { type: 'file' })).toEqual([]);
    });

    it('fills the space after better hits, even if those are also hits of the next place', async () => {
      for (const id of ['doc_body_1', 'doc_body_2', 'doc_body_3']) await create({ id, name: id, body: 'about the plan' });
      for (const id of ['doc_name_1', 'doc_name_2']) await create({ id, name: `plan of ${id}`, tags: ['plan'], body: 'also a plan' });
      expect(await find('plan', { limit: 3 })).toEqual(['doc_name_2', 'doc_name_1', 'doc_body_3']);
      expect(await find('plan', { limit: 4 })).toEqual(['doc_name_2', 'doc_name_1', 'doc_body_3', 'doc_body_2']);
    });

    const texts: Record<string, string> = {
      dotted: 'İstanbul',
      sharp: 'Straße',
      composed: 'caf\u00e9',
      decomposed: 'cafe\u0301s',
      cyrillic: 'Привет мир',
      greek: 'ΟΔΥΣΣΕΥΣ οδος',
      chinese: '漢字かな',
      wide: 'ＡＢＣ',
      ligature: 'oﬃce',
      family: 'x 👩‍👩‍👧 y',
      quotes: `say "hello" it's`,
      percent: '100% sure_thing',
      backslash: 'C:\\temp\\a*b',
      operators: 'this AND that OR (NOT these)',
      spaces: 'one \n\n two\u00a0three',
      turkish: 'ıI iİ',
      marks: 'a\u0002b\u0003c',
      // Noncharacters and the last code point. They must differ from each other and from their replacements in an index.
      replaced: 'a\u{fffd}b',
      reversed: 'a\u{fffe}b',
      last: 'a\u{ffff}b \u{fffe}\u{ffff}',
      lastOfAll: 'a\u{10ffff}b \u{10ffff}\u{10ffff}',
      beforeLast: 'a\u{10fffe}b \u{e000} \u{10000}',
      unassigned: 'a\u{fdd0}b \u{fdd0}\u{fdd3}\u{fdd4}',
    };
    const queries = [
      'i',
      'I',
      'istanbul',
      'İ',
      'strasse',
      'STRASSE',
      'straße',
      'ẞ',
      'ß',
      'CAFÉ',
      'cafe',
      'cafe\u0301',
      'é',
      'мир',
      'ПРИВЕТ',
      'и',
      'пр',
      'οδος',
      'ΟΔΟΣ',
      'σ',
      'ς',
      '漢',
      '漢字',
      '漢字か',
      'かな',
      'abc',
      'ＡＢＣ',
      'ａｂ',
      'ffi',
      'ﬃ',
      '👩',
      '👩‍👩‍👧',
      '"',
      '"hello"',
      "it's",
      '%',
      '_',
      '100%',
      'sure_',
      'sureXthing',
      '\\',
      '\\temp',
      '*',
      'a*b',
      'AND',
      'and that or',
      '(not',
      'NEAR(a b)',
      'name : x',
      'one two',
      'two three',
      'two  three',
      "'; drop table items; --",
      'zz',
      '',
      ' ',
      'a',
      'ab',
      '-',
      ':',
      '^',
      '{}',
      'e\u0301s',
      ...['\u{fffd}', '\u{fffe}', '\u{ffff}', '\u{10ffff}', '\u{10fffe}', '\u{e000}', '\u{10000}', '\u{fdd0}', '\u{fdd3}'].flatMap(
        (character) => [character, `a${character}`, `${character}b`, `a${character}b`, `${character}${character}`],
      ),
      '\u{fffe}\u{ffff}',
      '\u{fdd3}\u{fdd4}',
      '\u{fdd0}\u{fdd3}\u{fdd4}',
    ];

    it('finds the same as a scan of the folded texts, in names, tags and bodies', async () => {
      const { foldQuery, foldText } = await import('../kernel/folding/fold.ts');
      for (const [name, text] of Object.entries(texts)) {
        await create({ id: `doc_name_${name}`, name: text });
        await create({ id: `doc_tag_${name}`, name: '.', tags: ['.', text] });
        await create({ id: `doc_body_${name}`, name: '.', body: text });
      }
      for (const query of queries) {
        const folded = foldQuery(query);
        const expected = Object.entries(texts)
          .filter(([, text]) => folded !== '' && foldText(text).includes(folded))
          .flatMap(([name]) => [`doc_body_${name}`, `doc_name_${name}`, `doc_tag_${name}`]);
        expect({ query, found: (await find(query, { limit: 200 })).sort() }).toEqual({ query, found: expected.sort() });
      }
    });

    it('finds items with all words, in any order and in any place', async () => {
      await create({ id: 'doc_body', name: 'x', body: 'the notes of this release' });
      await create({ id: 'doc_spread', name: 'Release 2', body: 'some notes' });
      await create({ id: 'file_tag', type: 'file', name: 'y', tags: ['notes', 'of a release'] });
      await create({ id: 'file_spread', type: 'file', name: 'notes.txt', tags: ['release'] });
      await create({ id: 'doc_inside', name: 'Notes before RELEASE' });
      await create({ id: 'doc_start', name: 'release notes 2' });
      await create({ id: 'doc_exact', name: 'Release notes' });
      await create({ id: 'doc_one', name: 'release', body: 'released' });
      await create({ id: 'file_unseen', type: 'file', name: 'release', body: 'notes' });
      const inWords = (query: string, more: object = {}) => find(query, { match: 'words', ...more });
      const best = ['doc_exact', 'doc_start', 'doc_inside'];
      expect(await inWords(' release\tNOTES ')).toEqual([...best, 'file_tag', 'file_spread', 'doc_spread', 'doc_body']);
      expect(await inWords('notes release')).toEqual([...best, 'file_tag', 'file_spread', 'doc_spread', 'doc_body']);
      expect(await inWords('release notes release', { limit: 4 })).toEqual([...best, 'file_tag']);
      expect(await inWords('notes release', { type: 'file' })).toEqual(['file_tag', 'file_spread']);
      expect(await inWords('of release s')).toEqual(['file_tag', 'doc_body']);
      expect(await inWords('release nowhere')).toEqual([]);
      expect(await inWords('leas')).toEqual(await find('leas'));
    });

    it('finds items by many words as well as by few', async () => {
      const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
      for (const text of [numbers, numbers.slice(2)]) {
        await create({ id: `doc_body_${text.length}`, name: 'b', body: text.join(' ') });
        await create({ id: `doc_name_${text.length}`, name: text.join(' ') });
      }
      const inWords = (words: string[]) => find(words.toReversed().join(' '), { match: 'words' });
      expect(await inWords(numbers)).toEqual(['doc_name_12', 'doc_body_12']);
      expect(await inWords(numbers.slice(2))).toEqual(['doc_name_10', 'doc_name_12', 'doc_body_10', 'doc_body_12']);
      expect(await inWords([...numbers, 'zzz'])).toEqual([]);
      expect(await inWords(['g', 'w', 'x', 'v', 'u'])).toHaveLength(4);
      expect(await inWords(['g', 'w', 'x', 'v', 'q'])).toEqual([]);
    });

    it('finds the same by words as a scan of the folded texts', async () => {
      const { foldQuery, foldText } = await import('../kernel/folding/fold.ts');
      const pieces = Object.values(texts);
      const names: Record<string, string[]> = {};
      for (const [index, name] of Object.keys(texts).entries()) {
        const [body, tag] = [pieces[(index * 7 + 3) % pieces.length]!, pieces[(index * 5 + 1) % pieces.length]!];
        await create({ id: `doc_${name}`, name: texts[name]!, tags: [tag], body });
        names[`doc_${name}`] = [texts[name]!, tag, body].map(foldText);
      }
      const asked = queries.map((query, index) => `${query} ${queries[(index * 11 + 5) % queries.length]}${index % 3 === 0 ? ' a' : ''}`);
      let found = 0;
      for (const query of asked.filter((query) => foldQuery(query) !== '')) {
        const words = foldQuery(query).split(' ');
        const expected = Object.keys(names).filter((id) => words.every((word) => names[id]!.some((text) => text.includes(word))));
        expect({ query, found: (await find(query, { match: 'words', limit: 200 })).sort() }).toEqual({ query, found: expected.sort() });
        found += expected.length;
      }
      expect(found).toBeGreaterThan(25);
    });

    it('finds an item only under its new text', async () => {
      await create({ id: 'doc_1', body: 'first text' });
      await change(() => edit(store, 'doc_1', 'second text'));
      expect(await find('first')).toEqual([]);
      expect(await find('second')).toEqual(['doc_1']);
    });

    it('finds nothing in bodies of files and skills', async () => {
      await create({ id: 'file_1', type: 'file', name: 'n', body: 'needle' });
      expect(await find('needle')).toEqual([]);
    });
  });

  describe('the trash (D27)', () => {
    it('finds files that were created in folders of a name, and claims those that were not changed (D50)', async () => {
      const folder = {
        orgId: acme.id,
        id: 'folder_results',
        name: 'Results',
        ownerId: ada.personId,
        visibility: 'private',
        createdAt: 1,
      } as const;
      await change(() => store.folders.create(folder, nobodyAt(1)));
      const made = { type: 'file', folderId: folder.id, lastChange: 'kept', createdAt: 5 } as const;
      await create({ ...made, id: 'file_1' });
      await create({ ...made, id: 'file_2', createdAt: 9 });
      await create({ ...made, id: 'file_3', lastChange: 'changed' });
      await create({ ...made, id: 'file_4', folderId: null });
      const kept = { folderName: 'Results', summary: 'kept', before: 9 };
      expect(await read(() => store.trash.keptInFolders(kept, 10))).toEqual([{ orgId: acme.id, id: 'file_1' }]);
      expect(await change(() => store.trash.claimKept(acme.id, 'file_3', 'kept'))).toBeUndefined();
      expect(await change(() => store.trash.claimKept(acme.id, 'file_1', 'kept'))).toEqual({ searchRow: expect.any(Number) });
      expect(await read(() => store.folders.ownPrivate(acme.id, ada.personId, 'Results'))).toBe(folder.id);
      expect(await read(() => store.folders.ownPrivate(acme.id, bob.personId, 'Results'))).toBeUndefined();
    });

    it('lists deleted items, last first, and forgets purged ones', async () => {
      const items = [await create({ id: 'doc_1', body: 'a' }), await create({ id: 'doc_2', body: 'b' }), await create({ id: 'doc_3' })];
      const blob = await change(() => store.contents.putBlob({ id: 'blob_1', orgId: acme.id, createdAt: 1 }, Buffer.from('bytes')));
      await change(function* () {
        for (const [index, item] of items.slice(0, 2).entries()) {
          yield* store.search.remove(item.orgId, item.searchRow!);
          yield* store.items.update({ ...item, searchRow: null, deletedAt: 100 + index, deletedBy: ada.personId }, item, nobodyAt(100));
        }
        const version = {
          orgId: acme.id,
          itemId: 'doc_1',
          number: 2,
          kind: 'other',
          mimeType: 'x/y',
          manifest: null,
          summary: 's',
          at: 2,
          attribution: byNobody,
        } as const;
        yield* store.versions.appendBlob(version, blob);
      });
      expect((await read(() => store.trash.list(ada, 10))).map(({ id }) => id)).toEqual(['doc_2', 'doc_1']);
      expect(await read(() => store.items.visible(ada, 'any', 'doc_1'))).toBeUndefined();
      expect(await read(() => store.trash.findForChange(ada, 'doc_3'))).toBeUndefined();
      expect(await read(() => store.trash.expired(101, 10))).toEqual([{ orgId: acme.id, id: 'doc_1' }]);
      expect(await change(() => store.trash.purgeExpired(acme.id, 'doc_1', 100))).toBe(false);
      expect(await change(() => store.trash.purgeExpired(acme.id, 'doc_3', 1000))).toBe(false);
      const purged = Array.from({ length: 3 }, () => change(() => store.trash.purgeExpired(acme.id, 'doc_1', 101)));
      expect((await Promise.all(purged)).toSorted()).toEqual([false, false, true]);
      expect((await read(() => store.trash.list(ada, 10))).map(({ id }) => id)).toEqual(['doc_2']);
      expect(await read(() => store.contents.text(acme.id, 'doc_1'))).toBeUndefined();
      expect(await read(() => store.versions.list(acme.id, 'doc_1', 5))).toEqual([]);
      expect(await read(() => store.contents.blob('blob_1'))).toHaveLength(0);
      expect(await read(() => store.contents.text(acme.id, 'doc_2'))).toBe('b');
    });
  });

  describe('the files of skills (D72)', () => {
    const manifest = (hash: string) => [{ path: 'a.md', sizeBytes: 5, sha256: hash, executable: false }];

    it('are removed with their skill, including bytes and names, but not those of another skill', async () => {
      const bytes = Buffer.from('bytes');
      const hash = sha256(bytes).toString('hex');
      for (const id of ['skill_1', 'skill_2'])
        await change(function* () {
          yield* store.contents.putBlob({ id: `blob_${id}`, orgId: acme.id, createdAt: 1 }, bytes);
          yield* store.skills.addBytes(acme.id, id, hash, `blob_${id}`);
          const kept = yield* store.skills.keepManifest(acme.id, id, manifest(hash));
          yield* createSample(store, { id, type: 'skill', kind: 'skill', manifest: kept, body: 'main' });
          yield* store.skills.review({ orgId: acme.id, itemId: id, version: 1, personId: ada.personId, at: 1 });
          yield* store.skills.load({ orgId: acme.id, itemId: id, readerId: 'agent_1', client: '', machine: '', version: 1, at: 1 });
        });
      await change(() => store.trash.purge(acme.id, 'skill_1'));
      const left = (id: string) =>
        read(function* () {
          const { skills, contents } = store;
          const known = yield* skills.knownBytes(acme.id, id, [hash]);
          const manifests = yield* skills.manifests(acme.id, [{ id, manifest: manifestHash(manifest(hash)) }]);
          const rows = [yield* skills.reviews(acme.id, id, 9), yield* skills.loads(acme.id, id, 9)];
          return [known.size, (yield* contents.blob(`blob_${id}`)).length, manifests.size, ...rows.map(({ length }) => length)];
        });
      expect(await left('skill_1')).toEqual([0, 0, 0, 0, 0]);
      expect(await left('skill_2')).toEqual([1, 5, 1, 1, 1]);
      // The row of its blob is gone too: another one can have its identifier.
      await change(() => store.contents.putBlob({ id: 'blob_skill_1', orgId: acme.id, createdAt: 2 }, bytes));
      // A read that ends after the purge keeps nothing.
      const late = { orgId: acme.id, itemId: 'skill_1', readerId: 'agent_1', client: '', machine: '', version: 1, at: 2 };
      await change(() => store.skills.load(late));
      expect(await read(() => store.skills.loads(acme.id, 'skill_1', 9))).toEqual([]);
    });

    it('record the last 20 programs and machines of each reader', async () => {
      await change(() => createSample(store, { id: 'skill_1', type: 'skill', kind: 'skill', body: 'main' }));
      const load = { orgId: acme.id, itemId: 'skill_1', readerId: 'agent_1', machine: '', version: 1 };
      for (let at = 1; at <= 25; at++) await change(() => store.skills.load({ ...load, client: `client ${at}`, at }));
      await change(() => store.skills.load({ ...load, readerId: 'agent_2', client: 'other', at: 1 }));
      const loads = await read(() => store.skills.loads(acme.id, 'skill_1', 100));
      expect(loads.map(({ client }) => client)).toEqual([...Array.from({ length: 20 }, (_, index) => `client ${25 - index}`), 'other']);
    });
  });

  describe('objects of the file store', () => {
    const removable = (before = 0) => read(() => store.fileObjects.removable(before, 10));

    it('are removable if nothing came to refer to them, and kept once something did', async () => {
      await change(() => store.fileObjects.announce('blob_1', 100));
      await change(() => store.fileObjects.announce('blob_2', 200));
      expect(await read(() => store.fileObjects.anyKept())).toBe(false);
      expect(await removable(200)).toEqual(['blob_1']);
      await change(() => store.fileObjects.keep('blob_1'));
      expect(await removable(201)).toEqual(['blob_2']);
      expect(await read(() => store.fileObjects.isKept('blob_1'))).toBe(true);
      expect(await read(() => store.fileObjects.isKept('blob_2'))).toBe(false);
      expect(await read(() => store.fileObjects.anyKept())).toBe(true);
    });

    it('cannot be kept after they were removed, cannot be kept twice, and are never forgotten while kept', async () => {
      const keep = () => change(() => store.fileObjects.keep('blob_1'));
      await expect(keep()).rejects.toThrow('does not exist and cannot be kept');
      await change(() => store.fileObjects.announce('blob_1', 100));
      await keep();
      await expect(keep()).rejects.toThrow('does not exist and cannot be kept');
      await change(() => store.fileObjects.forget('blob_1'));
      expect(await read(() => store.fileObjects.isKept('blob_1'))).toBe(true);
    });

    it('are remembered after the purge of their item until they are removed (D27)', async () => {
      const item = await create({ id: 'file_1', type: 'file' });
      await change(() => store.fileObjects.announce('blob_1', 100));
      await change(function* () {
        const blob = { id: 'blob_1', sizeBytes: 5, sha256: sha256(Buffer.from('bytes')) };
        yield* store.contents.referToBlob({ ...blob, orgId: acme.id, createdAt: 100 });
        yield* store.fileObjects.keep('blob_1');
        const details = {
          orgId: acme.id,
          itemId: item.id,
          kind: 'other',
          mimeType: 'x/y',
          manifest: null,
          summary: 's',
          at: 2,
          attribution: byNobody,
        } as const;
        yield* store.versions.appendBlob({ ...details, number: 2 }, blob);
        yield* store.versions.appendBlob({ ...details, number: 3 }, blob);
      });
      await change(() => store.trash.purge(acme.id, item.id));
      expect(await read(() => store.fileObjects.isKept('blob_1'))).toBe(false);
      expect(await removable()).toEqual(['blob_1']);
      await change(() => store.fileObjects.forget('blob_1'));
      expect(await removable()).toEqual([]);
    });
  });

  describe('connected services', () => {
    const connection = (id: string, change = {}) => ({
      orgId: acme.id,
      id,
      service: 'github',
      name: 'GitHub',
      label: null,
      visibility: 'organization' as const,
      ownerId: ada.personId,
      kind: 'mcp-http' as const,
      config: { zeta: 1, alpha: { '10': 'b', '9': 'a' }, list: [null, 1.5, 'x'] },
      status: 'active' as const,
      statusNote: null,
      holdNew: false,
      revision: 1,
      createdAt: 1,
      updatedAt: 1,
      catalogueAt: null,
      leftOut: null,
      ...change,
    });
    const tool = (connectionId: string, name: string, change = {}): ServiceTool => ({
      orgId: acme.id,
      connectionId,
      name,
      title: null,
      description: 'd',
      inputSchema: { type: 'object', required: ['b', 'a'], properties: { b: {}, a: {} } },
      outputSchema: null,
      annotations: { readOnlyHint: true },
      binding: null,
      mode: 'read',
      markedMode: null,
      markedBy: null,
      definitionHash: 'h',
      approvedHash: null,
      heldFor: null,
      isOff: false,
      approvedDefinition: null,
      searchText: name,
      changedAt: 1,
      removedAt: null,
      ...change,
    });

    it('returns JSON with its keys in their order', async () => {
      await change(() => store.connections.create(connection('conn_1')));
      await change(() => store.serviceTools.put(tool('conn_1', 'create_issue')));
      const found = await read(() => store.connections.findForChange(acme.id, 'conn_1'));
      expect(found).toEqual(connection('conn_1'));
      expect(JSON.stringify(found!.config)).toBe(JSON.stringify(connection('conn_1').config));
      const stored = await read(() => store.serviceTools.find(acme.id, 'conn_1', 'create_issue'));
      expect(stored).toEqual(tool('conn_1', 'create_issue'));
      expect(JSON.stringify(stored!.inputSchema)).toBe(JSON.stringify(tool('', '').inputSchema));
    });

    it('finds tools by words with noncharacters or the last code point', async () => {
      const names = ['\u{fffd}', '\u{fffe}', '\u{ffff}', '\u{10ffff}', '%', '_', '\\'].map((character) => `a${character}b`);
      await change(function* () {
        yield* store.connections.create(connection('conn_1'));
        for (const name of names) yield* store.serviceTools.put(tool('conn_1', name));
      });
      for (const word of names) {
        const found = await read(() => store.serviceTools.withWords({ viewer: ada }, [word], 10));
        expect(found.map(({ name }) => name)).toEqual([word]);
      }
    });

    it('chooses the newest connection that is not paused, and lists its tools (D34)', async () => {
      await change(function* () {
        yield* store.connections.create(connection('conn_1', { updatedAt: 5 }));
        yield* store.connections.create(connection('conn_2', { updatedAt: 9, status: 'paused' }));
        yield* store.connections.create(connection('conn_3', { updatedAt: 7, visibility: 'private' }));
        for (const id of ['conn_1', 'conn_2', 'conn_3']) {
          yield* store.serviceTools.put(tool(id, 'b_100%'));
          yield* store.serviceTools.put(tool(id, 'a_tool', { heldFor: 'new' }));
          yield* store.serviceTools.put(tool(id, 'gone', { removedAt: 3 }));
        }
      });
      expect((await read(() => store.connections.standard(ada, 'github')))?.id).toBe('conn_3');
      expect((await read(() => store.connections.standard(bob, 'github')))?.id).toBe('conn_1');
      const names = async (viewer: typeof ada, filter: object) =>
        (await read(() => store.serviceTools.list({ viewer, limit: 10, ...filter }))).map(
          ({ connectionId, name }) => `${connectionId} ${name}`,
        );
      expect(await names(ada, {})).toEqual(['conn_3 a_tool', 'conn_3 b_100%']);
      expect(await names(bob, { mode: 'read' })).toEqual(['conn_1 b_100%']);
      expect(await names(bob, { connectionId: 'conn_3' })).toEqual([]);
      expect(await names(ada, { after: { service: 'github', name: 'a_tool' } })).toEqual(['conn_3 b_100%']);
      const listed = await read(() => store.connections.list(ada, 10));
      expect(listed.map(({ id, toolsCount, heldCount }) => ({ id, toolsCount, heldCount }))).toEqual(
        ['conn_1', 'conn_2', 'conn_3'].map((id) => ({ id, toolsCount: 2, heldCount: 1 })),
      );
      expect((await read(() => store.serviceTools.held(acme.id, 'conn_1'))).map(({ name }) => name)).toEqual(['a_tool']);
    });

    it('stores the latest hundred state changes of a connection, with their times', async () => {
      await change(() => store.connections.create(connection('conn_1', { createdAt: 1 })));
      const found = { orgId: acme.id, id: 'conn_1', revision: 1 };
      const noted = (at: number, status: 'active' | 'unreachable', note: string | null = null) =>
        change(() => store.connections.noteHealth(found, { at, status, note }));
      const states = () => read(() => store.connections.states(acme.id, 'conn_1'));
      await noted(2, 'active');
      await noted(3, 'unreachable', 'timeout');
      await noted(4, 'unreachable', 'refused');
      await change(() => store.connections.setStatus(acme.id, 'conn_1', 'paused', 5));
      await noted(6, 'active');
      await change(() => store.connections.setStatus(acme.id, 'conn_1', 'active', 7));
      const [active, paused] = ['active', 'paused'] as const;
      expect(await states()).toEqual([
        { at: 7, status: active, note: null },
        { at: 5, status: paused, note: null },
        { at: 3, status: 'unreachable', note: 'timeout' },
        { at: 1, status: active, note: null },
      ]);
      for (let at = 10; at < 130; at++) await noted(at, at % 2 === 0 ? 'unreachable' : 'active');
      expect((await states()).map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, index) => 129 - index));
      await change(() => store.connections.remove(acme.id, 'conn_1'));
      expect(await states()).toEqual([]);
    });

    it('stores sealed credentials separately, and removes them with their connection', async () => {
      const secret = { orgId: acme.id, connectionId: 'conn_1', field: 'token', keyId: 'k1', sealed: randomBytes(40) };
      await change(function* () {
        yield* store.connections.create(connection('conn_1'));
        yield* store.connections.putSecret({ ...secret, keyId: 'k0' });
        yield* store.connections.putSecret(secret);
        yield* store.connections.noteNewCredentials(acme.id, 'conn_1', 8);
      });
      expect(await read(() => store.connections.secrets(acme.id, 'conn_1'))).toEqual([secret]);
      expect(await read(() => store.connections.secretsOfOtherKeys('k2', 5))).toEqual([secret]);
      expect(await read(() => store.connections.findForChange(acme.id, 'conn_1'))).toMatchObject({ revision: 2, updatedAt: 8 });
      const note = (revision: number) =>
        change(() =>
          store.connections.noteHealth({ orgId: acme.id, id: 'conn_1', revision }, { at: 9, status: 'unreachable', note: 'timeout' }),
        );
      // Findings with earlier credentials say nothing about the new ones.
      await note(1);
      expect(await read(() => store.connections.findForChange(acme.id, 'conn_1'))).toMatchObject({ status: 'active' });
      await note(2);
      expect(await read(() => store.connections.findForChange(acme.id, 'conn_1'))).toMatchObject({
        status: 'unreachable',
        statusNote: 'timeout',
      });
      const [sealed] = await read(() => store.connections.secrets(acme.id, 'conn_1'));
      const again = { ...sealed!, keyId: 'k9', sealed: Buffer.from('sealed again') };
      await change(() => store.connections.replaceSecret({ ...sealed!, sealed: Buffer.from('another') }, again));
      expect(await read(() => store.connections.secrets(acme.id, 'conn_1'))).toEqual([sealed]);
      await change(() => store.connections.replaceSecret(sealed!, again));
      expect(await read(() => store.connections.secrets(acme.id, 'conn_1'))).toEqual([again]);
      await change(() => store.connections.remove(acme.id, 'conn_1'));
      // Secrets that were removed in between do not return.
      await change(() => store.connections.replaceSecret(again, sealed!));
      expect(await read(() => store.connections.secrets(acme.id, 'conn_1'))).toEqual([]);
    });
  });
});
