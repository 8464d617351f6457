import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresMissing, runStatement } from '../../testing/index.ts';
import {
  acme,
  ada,
  appendSample,
  createAcme,
  createSample,
  nobodyAt,
  owner,
  sampleActivity,
  sampleKey,
  sampleTask,
} from '../../testing/sample-rows.ts';
import { openPostgres } from '../postgres/store.ts';
import { openConnection } from '../sqlite/connection.ts';
import { openSqlite } from '../sqlite/store.ts';
import type { Store } from '../store.ts';
import type { CopyProgress } from './copy-progress.ts';
import { copyStore } from './copy-store.ts';
import { parseStoreAddress, type StoreAddress } from './store-address.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-copy-'));
const closings: (() => Promise<unknown>)[] = [];

describe.skipIf(postgresMissing() !== undefined)('copying a whole store', () => {
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
    for (const file of ['', '-wal', '-shm']) rmSync(path.join(folder, `copy.db${file}`), { force: true });
  });

  it.each([
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
    ['sqlite', 'sqlite'],
  ] as const)('gives the same answers afterwards, from %s to %s', async (fromEngine, toEngine) => {
    const [from, to] = [await address(fromEngine), await address(toEngine)];
    await filled(from);
    const steps: CopyProgress[] = [];
    const outcome = await copyStore({ from, to, onProgress: (step) => steps.push(step) });
    expect(outcome.differences).toEqual([]);
    expect(outcome.rows).toBeGreaterThan(700);
    expect(await keysWithoutLimits(to)).toEqual({ keys: 1, limited: 0 });
    const parts = steps.map(({ overallDone }) => overallDone);
    expect(parts).toEqual(parts.toSorted((left, right) => left - right));
    expect(parts.at(-1)).toBe(steps[0]?.overallTotal);
    const [before, after] = [await open(from), await open(to)];
    expect(await answers(after)).toEqual(await answers(before));
    // The text of files is derived: the target has it extracted again (D75).
    expect(await after.read(() => after.extractedTexts.status(acme.id, 'file_pdf', 1))).toMatchObject({ state: 'pending', sizeBytes: 0 });
    await goesOn(after);
  });

  it('continues where it was interrupted, in every phase', async () => {
    const [from, to] = [await address('sqlite'), await postgresAddress()];
    await filled(from);
    const rowsOfLog = async () => Number((await runStatement(to.url, 'select count(*) as rows from activity'))[0]?.rows);
    const interruptAt = async (place: string) => {
      const onProgress = ({ phase, table }: CopyProgress) => {
        if (`${phase} ${table}` === place) throw new Error(`interrupted at ${place}`);
      };
      await expect(copyStore({ from, to, onProgress })).rejects.toThrow(`interrupted at ${place}`);
    };
    for (const place of ['copy organizations', 'copy versions', 'copy activity']) await interruptAt(place);
    expect(await rowsOfLog()).toBe(500);
    // Imitates an interrupted copy by a version with another batch size.
    await runStatement(to.url, 'delete from activity where id > (select min(id) + 9 from activity)');
    await interruptAt('index items');
    expect(await rowsOfLog()).toBe(600);
    await interruptAt('compare items');
    expect((await copyStore({ from, to })).differences).toEqual([]);
    expect(await answers(await open(to))).toEqual(await answers(await open(from)));
  });

  it('leaves statistics of the tables in Postgres, before any query', async () => {
    const [from, to] = [await address('sqlite'), await address('postgres')];
    await filled(from);
    await copyStore({ from, to });
    if (to.engine !== 'postgres') throw new Error('the target is a Postgres');
    const known = await runStatement(to.url, "select distinct tablename as name from pg_stats where schemaname = 'public'");
    expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(['items', 'keys', 'search_entries', 'versions']));
  });

  it('names the first row that differs after a database was changed between two parts, and compares the search order', async () => {
    const [from, to] = [await address('sqlite'), await postgresAddress()];
    await filled(from);
    await copyStore({ from, to });
    await runStatement(to.url, "update items set search_row = 1000000 where id = 'doc_7'");
    expect((await copyStore({ from, to })).differences).toEqual([{ table: 'items', message: 'search would return another order' }]);
    for (const edit of [
      `insert into people values ('zz', 'person_z', 'z@acme.test', 'Z', 'member', 1)`,
      `update keys set scopes = '["a","b"]'`,
      `update blob_chunks set data = set_byte(data, 5, 255 - get_byte(data, 5)) where number = 2`,
      `update texts set body = body || ' ' where item_id = 'doc_9'`,
      `delete from versions where item_id = 'doc_7' and number = 1`,
      `insert into import_paths values ('org_acme', 'a', 'doc_1')`,
    ])
      await runStatement(to.url, edit);
    const source = await open(from);
    await source.perform(() => source.organizations.rename(acme.id, 'Renamed'), { changes: true });
    const { differences } = await copyStore({ from, to });
    expect(differences.map(({ table, message }) => `${table}: ${message.split(' on the databases have different contents')[0]}`)).toEqual([
      'organizations: from the row org_acme',
      'people: from the row zz person_z',
      'keys: from the row org_acme key_1',
      'blobChunks: from the row blob_1 2',
      'texts: from the row org_second doc_9',
      'versions: from the row org_acme doc_7 1',
      'importPaths: from the row org_acme a.md',
    ]);
  });

  it('refuses a target with another workspace, and a source without one', async () => {
    const [from, to] = [await address('sqlite'), await address('postgres')];
    await filled(from);
    const other = await open(to);
    await other.perform(() => other.organizations.create({ id: 'org_other', name: 'Other', createdAt: 1 }), { changes: true });
    await expect(copyStore({ from, to })).rejects.toThrow('other organizations');
    await expect(copyStore({ from: { engine: 'sqlite', file: path.join(folder, 'none.db') }, to })).rejects.toThrow('does not exist');
    await expect(copyStore({ from: await address('postgres'), to })).rejects.toThrow('does not contain a workspace');
  });

  it('reads addresses', () => {
    expect(parseStoreAddress('sqlite:data/gatehouse.db')).toEqual({ engine: 'sqlite', file: 'data/gatehouse.db' });
    expect(parseStoreAddress('postgres://a@b/c')).toEqual({ engine: 'postgres', url: 'postgres://a@b/c' });
    expect(() => parseStoreAddress('data/gatehouse.db')).toThrow('use sqlite:<file> or postgres://');
  });
});

/** A JSON column without a value is NULL at both ends, and not the text "null". */
async function keysWithoutLimits(at: StoreAddress): Promise<unknown> {
  const statement = 'select cast(count(*) as int) as keys, cast(count(limits) as int) as limited from keys';
  if (at.engine === 'postgres') return (await runStatement(at.url, statement))[0];
  const connection = openConnection(at.file);
  try {
    return connection.prepare(statement).get();
  } finally {
    connection.close();
  }
}

let files = 0;

async function address(engine: 'sqlite' | 'postgres'): Promise<StoreAddress> {
  return engine === 'sqlite' ? { engine, file: path.join(folder, `${++files}.db`) } : await postgresAddress();
}

async function postgresAddress() {
  const database = await createTestDatabase();
  closings.push(async () => await database[Symbol.asyncDispose]());
  return { engine: 'postgres', url: database.url } as const;
}

async function open(at: StoreAddress): Promise<Store> {
  const store = at.engine === 'sqlite' ? openSqlite({ file: at.file }) : await openPostgres({ url: at.url });
  closings.unshift(() => store.close());
  return store;
}

/** Rows in every table that is copied. */
async function filled(at: StoreAddress): Promise<void> {
  const store = at.engine === 'sqlite' ? openSqlite({ file: at.file }) : await openPostgres({ url: at.url });
  const change = (program: Parameters<typeof store.perform>[0]) => store.perform(program, { changes: true });
  await change(function* () {
    yield* createAcme(store);
    yield* store.organizations.create({ id: 'org_second', name: 'Zweite', createdAt: 2 });
    yield* store.agents.create({ orgId: acme.id, id: 'agent_1', personId: ada.personId, name: 'bot', kind: 'program', createdAt: 3 });
    yield* store.keys.create({
      ...sampleKey,
      id: 'key_1',
      prefix: 'gth_',
      access: 'read',
      scopes: ['b', 'a'],
      createdAt: 4,
      hash: randomBytes(32),
    });
    const folder = { orgId: acme.id, id: 'folder_1', name: 'Größe', ownerId: ada.personId, visibility: 'private', createdAt: 5 } as const;
    yield* store.folders.create(folder, nobodyAt(5));
    yield* store.folders.share(acme.id, 'folder_1', { sharedWith: 'person_bob', access: 'write' }, nobodyAt(6));
    yield* store.importPaths.save(acme.id, 'a.md', 'doc_1');
    const task = sampleTask(1, { title: 't', status: 'done', dueAt: 9, source: 'manual', createdAt: 7, updatedAt: 8 });
    yield* store.tasks.create(task, null, nobodyAt(7));
    yield* createSample(store, { id: 'file_pdf', type: 'file', kind: 'pdf', mimeType: 'application/pdf' });
    const report = { orgId: acme.id, itemId: 'file_pdf', version: 1, source: 'pdf' } as const;
    yield* store.extractedTexts.conclude(report, { state: 'ready', reason: null, body: 'Sales grew.', at: 9 });
    yield* store.contents.putBlob({ id: 'blob_1', orgId: acme.id, createdAt: 9 }, randomBytes(700_000));
    const secret = { orgId: acme.id, connectionId: 'conn_1', field: 'token', keyId: 'k', sealed: randomBytes(33) };
    yield* store.connections.putSecret(secret);
    for (let index = 0; index < 60; index++) {
      const item = yield* createSample(store, {
        id: `doc_${index}`,
        orgId: index % 3 === 0 ? 'org_second' : acme.id,
        name: `Größe ${index % 7}`,
        tags: ['ü', `t${index}`],
        body: `straße ${index} `.repeat(40),
        folderId: index % 5 === 0 ? 'folder_1' : null,
      });
      const changed = yield* appendSample(store, item, `мир ${index} `.repeat(50));
      const saved = index === 8 ? { ...changed, searchRow: null, deletedAt: 5 } : { ...changed, updatedAt: index };
      yield* store.items.update(saved, item, nobodyAt(5));
    }
  });
  for (let index = 0; index < 600; index++) {
    await store.perform(() => store.activity.record(sampleActivity({ requestId: `req_${index}`, client: index % 2 ? null : 'é' })), {
      changes: false,
    });
  }
  await store.close();
}

async function answers(store: Store): Promise<unknown> {
  const read = store.read;
  const found = [];
  for (const query of ['größe 3', 'GRÖSSE', 'größe', 'мир 1', 'т', 'ü', 't4', 'straße']) {
    for (const viewer of [ada, owner, { ...owner, orgId: 'org_second' }])
      found.push(await read(() => store.search.find({ viewer, query, limit: 25 })));
  }
  const listed = await read(() => store.items.list({ viewer: owner, sort: 'doc', limit: 100 }));
  return {
    found,
    items: listed.map(({ searchRow: _, ...item }) => item),
    versions: await read(() => store.versions.list(acme.id, 'doc_7', 10)),
    text: await read(function* () {
      const version = yield* store.versions.find(acme.id, 'doc_7', 1);
      return (yield* store.versions.unpackText(acme.id, 'doc_7', version!)).toString();
    }),
    trash: await read(() => store.trash.list(owner, 10)),
    blob: (await read(() => store.contents.blob('blob_1'))).toString('base64'),
    secrets: await read(() => store.connections.secrets(acme.id, 'conn_1')),
    keys: await read(() => store.keys.list(acme.id)),
    tasks: await read(() => store.tasks.list({ orgId: acme.id, includeDone: true, limit: 10 })),
    activity: await read(() => store.activity.list({ orgId: acme.id, limit: 1000 })),
  };
}

/** Checks that new rows do not collide with copied ones. */
async function goesOn(store: Store): Promise<void> {
  await store.perform(
    function* () {
      yield* createSample(store, { id: 'doc_new', name: 'größe 3' });
      yield* store.organizations.create({ id: 'org_third', name: 'Third', createdAt: 1 });
      yield* store.activity.record(sampleActivity({ requestId: 'new' }));
    },
    { changes: true },
  );
  expect((await store.read(() => store.activity.list({ orgId: acme.id, limit: 1 })))[0]?.requestId).toBe('new');
  expect((await store.read(() => store.search.find({ viewer: owner, query: 'größe 3', limit: 1 })))[0]?.id).toBe('doc_new');
}
