import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { copySqlite } from '../admin/backup.ts';
import { createMigratedDatabase, postgresMissing, runStatement } from '../testing/index.ts';
import { fillWorkspace } from '../testing/whole-workspace.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './sqlite/store.ts';

describe('a store on a file', () => {
  it.each<[what: string, replace: (file: string) => void]>([
    ['the file was deleted', (file) => rmSync(file)],
    ['its log was deleted', (file) => rmSync(`${file}-wal`)],
    ['another file has its name', (file) => renameSync(`${file}.other`, file)],
    ['the file was moved away', (file) => renameSync(file, `${file}.moved`)],
  ])('detects that %s, while it keeps answering', async (_what, replace) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-replaced-'));
    const file = path.join(folder, 'gatehouse.db');
    const store = openSqlite({ file });
    await store.checkWritable();
    copyFileSync(file, `${file}.other`);
    // Other processes that use the same file do not replace it.
    await openSqlite({ file }).close();
    expect(await store.isReplaced()).toBe(false);
    replace(file);
    expect(await store.isReplaced()).toBe(true);
    await store.checkWritable();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('continues if the disk refuses the mark of its own log, and writes the mark later', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-replaced-'));
    const file = path.join(folder, 'gatehouse.db');
    symlinkSync(path.join(folder, 'no folder', 'pair'), `${file}-pair.${process.pid}.new`);
    const store = openSqlite({ file });
    expect(existsSync(`${file}-pair`)).toBe(false);
    expect(await store.isReplaced()).toBe(false);
    expect(JSON.parse(readFileSync(`${file}-pair`, 'utf8'))).toMatchObject({ pages: expect.any(Number) });
    await store.close();
    expect(readdirSync(folder)).toEqual(['gatehouse.db']);
    rmSync(folder, { recursive: true });
  });

  it.each<[what: string, overwrite: (file: string) => void]>([
    ['a backup', (file) => copyFileSync(`${file}.backup`, file)],
    ['an earlier copy', (file) => copyFileSync(`${file}.earlier`, file)],
    ['nothing', (file) => truncateSync(file)],
    ['half of it', (file) => truncateSync(file, statSync(file).size / 2)],
  ])('detects that it was overwritten with %s, and leaves that file unchanged', async (_what, overwrite) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-replaced-'));
    const file = path.join(folder, 'gatehouse.db');
    const store = openSqlite({ file });
    copyFileSync(file, `${file}.earlier`);
    await fillWorkspace(store);
    await copySqlite({ from: file, to: `${file}.backup` });
    beside(file, 'create table later (n integer) strict; pragma wal_checkpoint(passive); vacuum; pragma wal_checkpoint(passive)');
    expect(await store.isReplaced()).toBe(false);
    overwrite(file);
    const foreign = readFileSync(file);
    // SQLite itself refuses some of these files.
    await Promise.allSettled([store.perform(() => store.organizations.rename('org_acme', 'Renamed'), { changes: true })]);
    await expect.poll(() => store.isReplaced()).toBe(true);
    await store.close();
    expect(readFileSync(file).equals(foreign)).toBe(true);
    // SQLite would treat a log next to the file as its own.
    expect(readdirSync(folder).filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

/** In a process of its own: closing a second library's connection would take the locks of the store away. */
function beside(file: string, sql: string): void {
  const script = 'const { DatabaseSync } = require("node:sqlite"); new DatabaseSync(process.argv[1]).exec(process.argv[2])';
  execFileSync(process.execPath, ['-e', script, file, sql]);
}

describe.skipIf(postgresMissing() !== undefined)('a store on Postgres', () => {
  it('detects that another database is at its address', async () => {
    await using database = await createMigratedDatabase();
    const store = await openPostgres({ url: database.url });
    expect(await store.isReplaced()).toBe(false);
    const name = new URL(database.url).pathname.slice(1);
    const server = database.url.replace(`/${name}`, '/postgres');
    await runStatement(server, `drop database ${name} with (force)`);
    await runStatement(server, `create database ${name} template migrated`);
    // Its connections were broken by that: the next one tells.
    await expect.poll(() => store.isReplaced().catch(() => undefined), { timeout: 25_000 }).toBe(true);
    await store.close();
  });
});
