import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { leaseNames } from '@gatehouse/domain';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import type { StoreAddress } from '../../engines/copy/store-address.ts';
import { openPostgres } from '../../engines/open-postgres.ts';
import { connectAlone } from '../../engines/postgres/pipeline/connect.ts';
import { openSqlite } from '../../engines/sqlite/store.ts';
import type { Store } from '../../engines/store.ts';
import { countLines } from '../../kernel/lines.ts';
import { createTestDatabase, postgresMissing, testEngines } from '../../testing/index.ts';
import { byNobody, nobodyAt, sampleActivity } from '../../testing/sample-rows.ts';
import { verifyDatabase } from './verify.ts';

const now = Date.now();
const body = 'The quick brown fox\njumps over the lazy dog\n'.repeat(40);

type EngineName = StoreAddress['engine'];

interface World extends AsyncDisposable {
  database: StoreAddress;
  /** Damages rows with SQL. `{00}` stands for bytes. */
  tamper(sql: string): Promise<void>;
}

/** A database with a document of two versions, a binary file, a document in the trash and a large document. */
async function openWorld(engine: EngineName, { ofItsOwn = false } = {}): Promise<World> {
  const world = await (engine === 'sqlite' ? sqliteWorld() : ofItsOwn ? postgresWorld() : emptiedPostgresWorld());
  const { database } = world;
  const store = database.engine === 'sqlite' ? openSqlite({ file: database.file, indexing: 'at once' }) : await openPostgres(database);
  await store.perform(() => fill(store), { changes: true });
  while (await store.indexWords());
  await store.close();
  return world;
}

async function sqliteWorld(): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-verify-'));
  const file = path.join(folder, 'gatehouse.db');
  return {
    database: { engine: 'sqlite', file },
    async tamper(sql) {
      const connection = new Database(file);
      connection.exec(sql.replaceAll(/\{(\w+)\}/g, "x'$1'"));
      connection.close();
    },
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true }),
  };
}

async function postgresWorld(): Promise<World> {
  const test = await createTestDatabase();
  return {
    database: { engine: 'postgres', url: test.url },
    async tamper(sql) {
      const client = await connectAlone(test.url, 'test');
      await client.query(sql.replaceAll(/\{(\w+)\}/g, "'\\x$1'"));
      await client.end();
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

let shared: World | undefined;

/** Reuses one database, because creating it takes longer than a test. */
async function emptiedPostgresWorld(): Promise<World> {
  if (shared) await shared.tamper(`truncate ${tables.join(', ')}`);
  shared ??= await postgresWorld();
  return { ...shared, [Symbol.asyncDispose]: async () => {} };
}

afterAll(async () => await shared?.[Symbol.asyncDispose]());

const tables = [
  'organizations',
  'people',
  'items',
  'texts',
  'versions',
  'changes',
  'blobs',
  'blob_chunks',
  'file_objects',
  'search_entries',
  'search_words',
  'search_waiting',
  'activity',
];

function* fill(store: Store) {
  yield* store.organizations.create({ id: 'org', name: 'Acme', createdAt: now });
  yield* store.people.create({ orgId: 'org', id: 'person', email: 'ada@acme.test', name: 'Ada', role: 'owner', createdAt: now });
  yield* store.activity.record(sampleActivity({ orgId: 'org', at: now }));
  for (const id of ['doc', 'trashed', 'large', 'file'] as const) {
    const type = id === 'file' ? 'file' : 'doc';
    const kind = id === 'file' ? 'other' : 'text';
    const details = {
      orgId: 'org',
      itemId: id,
      kind,
      mimeType: 'text/markdown',
      manifest: null,
      summary: '',
      at: now,
      attribution: byNobody,
    } as const;
    const text = id === 'large' ? randomBytes(100_000).toString('hex') : body;
    const totalLines = id === 'file' ? null : countLines(text);
    const item = { ...blank, id, type, kind, totalLines, name: `name of ${id}` } as const;
    const tags = ['tag'];
    if (id === 'file') {
      const blob = yield* store.contents.putBlob({ id: 'blob', orgId: 'org', createdAt: now }, Buffer.alloc(300_000, 7));
      yield* store.versions.appendBlob({ ...details, number: 1 }, blob);
      const searchRow = yield* store.search.nextRow('org');
      yield* store.search.put({ orgId: 'org', searchRow, name: item.name, tags, body: '' });
      yield* store.items.create({
        ...item,
        sizeBytes: blob.sizeBytes,
        versionCount: 1,
        wholeVersion: null,
        sha256: blob.sha256,
        searchRow,
        tags,
      });
      continue;
    }
    const first = yield* store.versions.appendText({ ...details, number: 1 }, Buffer.from(`${text}one`), null);
    const appended = yield* store.versions.appendText({ ...details, number: 2 }, Buffer.from(text), first.wholeVersion);
    yield* store.contents.putText('org', id, text);
    const searchRow = id === 'trashed' ? null : yield* store.search.nextRow('org');
    if (searchRow !== null) yield* store.search.put({ orgId: 'org', searchRow, name: item.name, tags, body: text });
    const fresh = { ...item, sizeBytes: Buffer.byteLength(text), versionCount: 2, ...appended, searchRow, tags };
    yield* store.items.create(fresh);
    if (id === 'trashed') yield* store.items.update({ ...fresh, deletedAt: now }, fresh, nobodyAt(now));
  }
}

const blank = {
  orgId: 'org',
  folderId: null,
  mimeType: 'text/markdown',
  description: null,
  isSystem: false,
  isAgentMemory: false,
  lastChange: '',
  changedBy: null,
  changedByAgent: null,
  changedThrough: 'cli' as const,
  manifest: null,
  reviewedVersion: null,
  reviewCount: 0,
  waitsSince: null,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  deletedBy: null,
};

describe.each(testEngines())('verifyDatabase on $name', ({ dialect, missing }) => {
  it.skipIf(missing)('reports nothing for rows that the store has written', async () => {
    await using world = await openWorld(dialect);
    const told: string[] = [];
    const verification = await verifyDatabase({
      database: world.database,
      onProgress: ({ check, done, total }) => told.push(`${check} ${done}/${total}`),
    });
    expect(verification).toEqual({ problems: [], counts: { organizations: 1, items: 4, versions: 7, activity: 1, objects: 0 } });
    expect(told).toEqual(expect.arrayContaining(['versions 7/7', 'heads 4/4', 'search 4/4', 'activity 1/1']));
  });

  const inSearch = `search_row = (select search_row from items where id = 'doc')`;
  const searchFaults: Record<EngineName, [sql: string, check: string, message: string][]> = {
    sqlite: [
      [
        `delete from search_names where rowid = (select search_row from items where id = 'doc')`,
        'search',
        'doc: it is not in the search index',
      ],
      [
        `delete from search_bodies where rowid = (select search_row from items where id = 'doc')`,
        'search',
        'doc: its body is not in the search index',
      ],
      [`insert into search_stale select search_row, 9 from items where id = 'doc'`, 'search', 'doc: the search index has another body'],
      [
        `insert into search_stale select search_row, size_bytes from items where id = 'doc'`,
        'search',
        'the search index has 3 rows in search_bodies_docsize and search_stale for 2 items',
      ],
      [`delete from search_counts where ${inSearch}`, 'search', 'doc: its words are not in the search index'],
      [`update search_counts set length = 1 where ${inSearch}`, 'search', 'doc: the search index has other words for it'],
      [`update search_counts set counts = replace(counts, 'quick', 'quack')`, 'search', 'doc: the search index has other words for it'],
      [
        `delete from search_words where rowid = (select search_row from items where id = 'doc')`,
        'search',
        'doc: its words are not in the search index',
      ],
      ['insert into search_waiting values (99, 0)', 'search', 'search_waiting has 1 rows for 0 items'],
      [
        "insert into search_names (rowid, name, tags) values (99, 'x', '')",
        'search',
        'the search index has 4 rows in search_names_docsize for 3 items',
      ],
    ],
    postgres: [
      [`delete from search_entries where ${inSearch}`, 'search', 'doc: it is not in the search index'],
      [`update search_entries set body = '' where ${inSearch}`, 'search', 'doc: its body is not in the search index'],
      [
        `update search_entries set body = replace(body, 'quick', 'quack') where ${inSearch}`,
        'search',
        'doc: the search index has another body',
      ],
      [`update search_entries set tags = '' where ${inSearch}`, 'search', 'doc: the search index has another name or other tags'],
      [`delete from search_words where ${inSearch}`, 'search', 'doc: its words are not in the search index'],
      [`update search_words set words[1] = 7 where ${inSearch}`, 'search', 'doc: the search index has other words for it'],
      [`update search_words set length = 1 where ${inSearch}`, 'search', 'doc: the search index has other words for it'],
      ['insert into search_waiting values (999999, false)', 'search', 'search_waiting has 1 rows for 0 items'],
      [
        "insert into search_entries values (array['org'], nextval('search_rows'), 'x', '', '')",
        'search',
        'the search index has 4 rows in search_entries for 3 items',
      ],
      ['update activity set minute = minute + 1', 'activity', 'rows of the activity log that are in another month than their time: 1'],
      ["select setval('search_rows', 1)", 'structure', "the sequence search_rows is behind: select setval('search_rows'"],
      [
        "update pg_index set indisvalid = false where indexrelid = 'items_name'::regclass",
        'structure',
        'the index items_name is not valid',
      ],
    ],
  };

  it
    .skipIf(missing)
    .each([
      [
        "update versions set sha256 = {00} where item_id = 'doc' and number = 2",
        'versions',
        'version 2 of doc: does not match its checksum',
      ],
      ["update versions set packed = {00} where item_id = 'doc' and number = 1", 'versions', 'version 1 of doc: cannot be unpacked'],
      ["update versions set sha256 = {00} where item_id = 'large' and number = 1", 'versions', 'version 1 of large: does not match'],
      ["delete from versions where item_id = 'doc' and number = 1", 'versions', 'version 2 of doc: expected version 1'],
      ["delete from versions where item_id = 'doc' and number = 2", 'heads', 'doc: its version 2 does not exist'],
      ['update blob_chunks set data = {00000000} where number = 1', 'versions', 'version 1 of file: does not match its checksum'],
      ['delete from blobs', 'versions', 'pieces of a file that does not exist: 1'],
      ["delete from items where id = 'doc'", 'versions', 'versions of an item that does not exist: 1'],
      ["update items set version_count = 1 where id = 'doc'", 'heads', 'doc: it counts 1 versions but has 2'],
      ["update items set size_bytes = 3 where id = 'file'", 'heads', 'file: it does not match version 1'],
      ["update texts set body = body || 'x' where item_id = 'doc'", 'heads', 'doc: its text does not match version 2'],
      ["update texts set body = body || 'x' where item_id = 'large'", 'heads', 'large: its text does not match version 2'],
      ["delete from texts where item_id = 'doc'", 'heads', 'doc: its current text is missing'],
      ["update items set name = 'another name' where id = 'doc'", 'search', 'doc: the search index has another name'],
      ["update items set search_row = null where id = 'file'", 'search', 'file: it is not in the search index'],
      ["update items set search_row = 1000 where id = 'trashed'", 'search', 'trashed: it is in the trash and still in the search index'],
      ["update activity set org_id = 'gone'", 'activity', 'rows of the activity log that belong to no organization: 1'],
      [
        'update activity set status = 403, at = 5',
        'activity',
        'rows of the activity log that have a status that does not match their outcome: 1',
      ],
      ['update activity set count = 2', 'activity', 'rows of the activity log that represent no call: 1'],
      ['delete from migrations where name = (select max(name) from migrations)', 'migrations', 'migrations are missing'],
      ["update migrations set hash = 'another' where name = '0001_workspace.sql'", 'migrations', '0001_workspace.sql differs'],
      ['drop index items_name', 'structure', 'items_name does not exist'],
      ...searchFaults[dialect],
    ])('notices %s', async (sql, check, message) => {
    await using world = await openWorld(dialect, { ofItsOwn: check === 'structure' || check === 'migrations' });
    await world.tamper(sql);
    const { problems } = await verifyDatabase({ database: world.database });
    const messages = problems.filter((problem) => problem.check === check).map((problem) => problem.message);
    expect(messages).toContainEqual(expect.stringContaining(message));
  });

  it.skipIf(missing)('reports a check that cannot continue, and runs the others', async () => {
    await using world = await openWorld(dialect, { ofItsOwn: true });
    await world.tamper("alter table keys drop column prefix; update activity set org_id = 'gone'");
    const { problems, counts } = await verifyDatabase({ database: world.database });
    expect(problems.map(({ check, message }) => `${check}: ${message}`)).toEqual([
      expect.stringMatching(/^rows: the check ended early: .*prefix/),
      'activity: rows of the activity log that belong to no organization: 1',
    ]);
    expect(counts).toMatchObject({ items: 4, activity: 1 });
  });

  it.skipIf(missing)('asks the file store only for existing bytes', async () => {
    await using world = await openWorld(dialect);
    await world.tamper(
      `insert into file_objects values ('blob', 'kept', ${now}); delete from blob_chunks; insert into file_objects values ('sent', 'announced', ${now})`,
    );
    const { database } = world;
    const verify = async (sizes: Record<string, number>) => {
      const { problems } = await verifyDatabase({ database, files: { size: async (id) => sizes[id] } });
      return problems.map(({ check, message }) => `${check}: ${message}`);
    };
    expect(await verify({ blob: 300_000 })).toEqual([]);
    expect(await verify({ blob: 5 })).toEqual(['files: version 1 of file: its file object blob has 5 bytes instead of 300000']);
    expect(await verify({})).toEqual(['files: version 1 of file: its file object blob does not exist']);
    expect(await verifyDatabase({ database })).toMatchObject({ problems: [], counts: { objects: 1 } });
    await world.tamper("update file_objects set state = 'purged'");
    expect(await verify({})).toEqual(['versions: version 1 of file: does not match its checksum']);
  });
});

describe('verifyDatabase', () => {
  it('accepts a lease of each kind of work', async () => {
    await using world = await openWorld('sqlite');
    for (const name of leaseNames) await world.tamper(`insert into leases (name, holder, until) values ('${name}', 'req_holder', ${now})`);
    expect((await verifyDatabase({ database: world.database })).problems).toEqual([]);
  });

  it('accepts backups from before file objects existed', async () => {
    await using world = await openWorld('sqlite');
    await world.tamper(
      "drop table file_objects; drop index people_of_account; alter table people drop column account_id; alter table organizations drop column client_hosts; alter table organizations drop column house_rules; alter table keys drop column limits; alter table keys drop column search; alter table keys drop column replaced_by; alter table agents drop column kind; alter table agents drop column removed_at; alter table service_tools drop column is_off; delete from migrations where name >= '0003'",
    );
    for (const table of [
      'accounts',
      'sessions',
      'links',
      'guesses',
      'company_identities',
      'company_sign_ins',
      'allowed_domains',
      'passkeys',
      'passkey_challenges',
      'search_stale',
      'search_words',
      'search_counts',
      'search_waiting',
      'oauth_clients',
      'oauth_records',
      'oauth_seeds',
      'connect_steps',
      'stranger_rows',
      'idempotent_calls',
      'webhooks',
      'leases',
    ])
      await world.tamper(`drop table ${table}`);
    const { problems, counts } = await verifyDatabase({ database: world.database, files: { size: async () => undefined } });
    expect([problems.map(({ check }) => check), counts.objects]).toEqual([['migrations'], 0]);
    await world.tamper("update versions set sha256 = {00} where item_id = 'doc' and number = 2");
    expect((await verifyDatabase({ database: world.database })).problems.map(({ check }) => check)).toEqual([
      'migrations',
      'versions',
      'heads',
    ]);
  });

  it('reports a truncated file', async () => {
    await using world = await openWorld('sqlite');
    if (world.database.engine !== 'sqlite') throw new Error('it is a file');
    truncateSync(world.database.file, 5 * 4096);
    const { problems, counts } = await verifyDatabase({ database: world.database });
    expect(problems).toMatchObject([{ check: 'file', message: 'database disk image is malformed' }]);
    expect(counts.items).toBe(0);
  });

  it('reports tags that are not JSON', async () => {
    await using world = await openWorld('sqlite');
    await world.tamper("update items set tags = '[' where id = 'doc'");
    expect((await verifyDatabase({ database: world.database })).problems).toEqual([
      { check: 'rows', message: 'items doc: tags is not JSON' },
    ]);
  });

  it('describes a file that is not a Gatehouse database', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-verify-'));
    const file = (name: string) => path.join(folder, name);
    const verify = (name: string) => verifyDatabase({ database: { engine: 'sqlite', file: file(name) } });
    writeFileSync(file('text'), 'no database'.repeat(1000));
    new Database(file('other')).exec('create table a (b)').close();
    writeFileSync(file('empty'), '');
    await expect(verify('text')).rejects.toThrow(`${file('text')} is not a SQLite database`);
    await expect(verify('other')).rejects.toThrow(`${file('other')} is a SQLite database, but not a workspace of Gatehouse`);
    await expect(verify('empty')).rejects.toThrow('not a workspace of Gatehouse');
    await expect(verify('')).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(verify('absent')).rejects.toMatchObject({ code: 'ENOENT' });
    rmSync(folder, { recursive: true });
  });

  it('advises what to check if a Postgres is unavailable, or if a database has no workspace', async ({ skip }) => {
    const away = verifyDatabase({ database: { engine: 'postgres', url: 'postgres://ada:hunter2@127.0.0.1:1/gatehouse' } });
    await expect(away).rejects.toThrow(/cannot connect to Postgres at 127.0.0.1:1\/gatehouse: .*check that it is running/);
    await expect(away).rejects.not.toThrow('hunter2');
    const missing = postgresMissing();
    if (missing !== undefined) return skip(missing);
    await using test = await createTestDatabase();
    await expect(verifyDatabase({ database: { engine: 'postgres', url: test.url } })).rejects.toThrow(/does not contain a workspace/);
  });
});
