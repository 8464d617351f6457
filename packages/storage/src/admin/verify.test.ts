import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../sqlite/store.ts';
import type { Store } from '../store.ts';
import { copySqlite } from './backup.ts';
import { inspectSqliteFile, migrateSqliteFile } from './migrate-file.ts';
import { verifySqlite } from './verify.ts';

const nobody = { personId: null, agentId: null, keyId: null, entrance: 'cli', sdk: null, agentName: null } as const;
const body = 'The quick brown fox\njumps over the lazy dog\n'.repeat(40);

interface World extends Disposable {
  folder: string;
  file: string;
  /** Does with SQL what no program of ours does. */
  tamper(sql: string): void;
}

/** A database with a document of two versions, a binary file and a document in the trash. */
async function openWorld(): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-verify-'));
  const file = path.join(folder, 'gatehouse.db');
  const store = openSqlite({ file, durability: 'relaxed' });
  await store.perform(() => fill(store), { changes: true });
  await store.close();
  return {
    folder,
    file,
    tamper(sql) {
      const connection = new Database(file);
      connection.exec(sql);
      connection.close();
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function* fill(store: Store) {
  yield* store.organizations.create({ id: 'org', name: 'Acme', createdAt: 1 });
  for (const id of ['doc', 'trashed', 'file'] as const) {
    const type = id === 'file' ? 'file' : 'doc';
    const kind = id === 'file' ? 'other' : 'text';
    const details = { orgId: 'org', itemId: id, kind, mimeType: 'text/markdown', summary: '', at: 1, attribution: nobody } as const;
    const item = { ...blank, id, type, kind, name: `name of ${id}` } as const;
    const tags = ['tag'];
    if (id === 'file') {
      const blob = yield* store.contents.putBlob({ id: 'blob', orgId: 'org', createdAt: 1 }, Buffer.alloc(300_000, 7));
      yield* store.versions.appendBlob({ ...details, number: 1 }, blob);
      const searchRow = yield* store.search.nextRow('org');
      yield* store.search.put({ searchRow, name: item.name, tags, body: '' });
      yield* store.items.create({ ...item, sizeBytes: blob.sizeBytes, versionCount: 1, wholeVersion: null, searchRow, tags });
      continue;
    }
    const first = yield* store.versions.appendText({ ...details, number: 1 }, Buffer.from(`${body}one`), null);
    const wholeVersion = yield* store.versions.appendText({ ...details, number: 2 }, Buffer.from(body), first);
    yield* store.contents.putText('org', id, body);
    const searchRow = id === 'trashed' ? null : yield* store.search.nextRow('org');
    if (searchRow !== null) yield* store.search.put({ searchRow, name: item.name, tags, body });
    const fresh = { ...item, sizeBytes: Buffer.byteLength(body), versionCount: 2, wholeVersion, searchRow, tags };
    yield* store.items.create(fresh);
    if (id === 'trashed') yield* store.items.update({ ...fresh, deletedAt: 5 });
  }
}

const blank = {
  orgId: 'org',
  folderId: null,
  mimeType: 'text/markdown',
  totalLines: null,
  description: null,
  isSystem: false,
  isAgentMemory: false,
  lastChange: '',
  createdAt: 1,
  updatedAt: 1,
  deletedAt: null,
  deletedBy: null,
};

describe('verifySqlite', () => {
  it('finds nothing wrong with what the store has written', async () => {
    using world = await openWorld();
    const told: string[] = [];
    const verification = await verifySqlite({
      file: world.file,
      onProgress: ({ check, done, total }) => told.push(`${check} ${done}/${total}`),
    });
    expect(verification).toEqual({ problems: [], counts: { organizations: 1, items: 3, versions: 5, activity: 0, objects: 0 } });
    expect(told).toEqual(expect.arrayContaining(['versions 5/5', 'heads 3/3', 'search 3/3']));
  });

  it.each([
    [
      "update versions set sha256 = x'00' where item_id = 'doc' and number = 2",
      'versions',
      'version 2 of doc: does not match its checksum',
    ],
    ["update versions set packed = x'00' where item_id = 'doc' and number = 1", 'versions', 'version 1 of doc: cannot be unpacked'],
    ["delete from versions where item_id = 'doc' and number = 1", 'versions', 'version 2 of doc: expected version 1'],
    ["delete from versions where item_id = 'doc' and number = 2", 'heads', 'doc: its version 2 is not there'],
    ['update blob_chunks set data = zeroblob(10) where number = 1', 'versions', 'version 1 of file: does not match its checksum'],
    ['delete from blobs', 'versions', 'pieces of a file that does not exist: 1'],
    ["delete from items where id = 'doc'", 'versions', 'versions of an item that does not exist: 1'],
    ["update items set version_count = 1 where id = 'doc'", 'heads', 'doc: it counts 1 versions and has 2'],
    ["update items set size_bytes = 3 where id = 'file'", 'heads', 'file: it is not what version 1 says'],
    ["update texts set body = body || 'x' where item_id = 'doc'", 'heads', 'doc: its text is not that of version 2'],
    ["delete from texts where item_id = 'doc'", 'heads', 'doc: its current text is not there'],
    [
      "delete from search_names where rowid = (select search_row from items where id = 'doc')",
      'search',
      'doc: it is not in the search index',
    ],
    [
      "delete from search_bodies where rowid = (select search_row from items where id = 'doc')",
      'search',
      'doc: its body is not in the search index',
    ],
    ["update items set name = 'another name' where id = 'doc'", 'search', 'doc: the search index has another name'],
    ["update items set search_row = null where id = 'file'", 'search', 'file: it is not in the search index'],
    [
      "insert into search_names (rowid, name, tags) values (99, 'x', '')",
      'search',
      'the search index has 3 rows in search_names_docsize for 2 items',
    ],
    ["update items set search_row = 1 where id = 'trashed'", 'search', 'trashed: it is in the trash and still in the search index'],
    [
      `insert into activity (at, org_id, entrance, tool, outcome, status, duration_micros, request_id, argument_bytes, result_bytes, count)
       values (5, 'gone', 'http', 'whoami', 'ok', 403, 1, 'req', 0, 0, 1)`,
      'activity',
      'rows of the activity log that belong to no organization: 1',
    ],
    ['delete from migrations where name = (select max(name) from migrations)', 'migrations', 'migrations are missing'],
  ])('notices %s', async (sql, check, message) => {
    using world = await openWorld();
    world.tamper(sql);
    const { problems } = await verifySqlite({ file: world.file });
    const messages = problems.filter((problem) => problem.check === check).map((problem) => problem.message);
    expect(messages).toContainEqual(expect.stringContaining(message));
  });

  it('asks the file store for the bytes that are there, and of no others', async () => {
    using world = await openWorld();
    world.tamper(
      "insert into file_objects values ('blob', 'kept', 1); delete from blob_chunks; insert into file_objects values ('sent', 'announced', 1)",
    );
    const verify = async (sizes: Record<string, number>) => {
      const { problems } = await verifySqlite({ file: world.file, files: { size: async (id) => sizes[id] } });
      return problems.map(({ check, message }) => `${check}: ${message}`);
    };
    expect(await verify({ blob: 300_000 })).toEqual([]);
    expect(await verify({ blob: 5 })).toEqual(['files: version 1 of file: its file object blob has 5 bytes instead of 300000']);
    expect(await verify({})).toEqual(['files: version 1 of file: its file object blob is not there']);
    expect(await verifySqlite({ file: world.file })).toMatchObject({ problems: [], counts: { objects: 1 } });
    world.tamper("update file_objects set state = 'purged'");
    expect(await verify({})).toEqual(['versions: version 1 of file: does not match its checksum']);
  });

  it('looks at databases of the time before there were file objects', async () => {
    using world = await openWorld();
    world.tamper('drop table file_objects');
    const { problems, counts } = await verifySqlite({ file: world.file, files: { size: async () => undefined } });
    expect([problems, counts.objects]).toEqual([[], 0]);
  });

  it('says what SQLite and the system say of a file that is no database', async () => {
    using world = await openWorld();
    const file = path.join(world.folder, 'text');
    writeFileSync(file, 'no database'.repeat(1000));
    await expect(verifySqlite({ file })).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
    await expect(verifySqlite({ file: path.join(world.folder, 'absent') })).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('copySqlite', () => {
  it('copies while another connection writes, flushes, and leaves nothing aside', async () => {
    using world = await openWorld();
    const writer = openSqlite({ file: world.file });
    const to = path.join(world.folder, 'copy.db');
    const copying = copySqlite({ from: world.file, to });
    await writer.perform(() => writer.organizations.create({ id: 'later', name: 'Later', createdAt: 1 }), { changes: true });
    await copying;
    await writer.close();
    expect((await verifySqlite({ file: to })).problems).toEqual([]);
    expect(readdirSync(world.folder).filter((name) => name.includes('partial'))).toEqual([]);
    expect(statSync(to).mode & 0o777).toBe(0o600);
  });

  it('never overwrites', async () => {
    using world = await openWorld();
    const to = path.join(world.folder, 'kept');
    writeFileSync(to, 'kept');
    await expect(copySqlite({ from: world.file, to })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(statSync(to).size).toBe(4);
    expect(readdirSync(world.folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('rejects with what SQLite says of the file it should copy', async () => {
    using world = await openWorld();
    const from = path.join(world.folder, 'text');
    writeFileSync(from, 'no database'.repeat(1000));
    await expect(copySqlite({ from, to: path.join(world.folder, 'copy.db') })).rejects.toThrow(/not a database/);
  });
});

describe('a database file', () => {
  it('tells which migrations it needs without changing, and gets them', async () => {
    using world = await openWorld();
    const file = path.join(world.folder, 'empty.db');
    new Database(file).close();
    writeFileSync(file, '');
    const { pendingMigrations } = inspectSqliteFile(file);
    expect(pendingMigrations.length).toBeGreaterThan(1);
    expect(statSync(file).size).toBe(0);
    expect(migrateSqliteFile(file)).toEqual(pendingMigrations);
    expect(inspectSqliteFile(file).pendingMigrations).toEqual([]);
  });
});
