import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePartialFile } from '../engines/sqlite/partial-file.ts';
import { openSqlite } from '../engines/sqlite/store.ts';
import { acme } from '../testing/sample-rows.ts';
import { fillWorkspace } from '../testing/whole-workspace.ts';
import { copySqlite } from './backup.ts';
import { inspectSqliteFile, migrateSqliteFile } from './migrate-file.ts';
import { verifyDatabase } from './verify/verify.ts';

let folder: string;
let from: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-backup-'));
  from = path.join(folder, 'gatehouse.db');
  const store = openSqlite({ file: from });
  await fillWorkspace(store);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const partials = () => readdirSync(folder).filter((name) => name.includes('partial'));

describe('copySqlite', () => {
  it('copies while another connection writes, and leaves no other files', async () => {
    const writer = openSqlite({ file: from });
    const to = path.join(folder, 'copy.db');
    const copying = copySqlite({ from, to });
    await writer.perform(() => writer.organizations.rename(acme.id, 'Later'), { changes: true });
    await copying;
    await writer.close();
    expect((await verifyDatabase({ database: { engine: 'sqlite', file: to } })).problems).toEqual([]);
    expect(partials()).toEqual([]);
    expect(statSync(to).mode & 0o777).toBe(0o600);
  });

  it('never overwrites a file', async () => {
    const to = path.join(folder, 'kept');
    writeFileSync(to, 'kept');
    await expect(copySqlite({ from, to })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(statSync(to).size).toBe(4);
    expect(partials()).toEqual([]);
  });

  it('rejects with the message of SQLite about the source file', async () => {
    const text = path.join(folder, 'text');
    writeFileSync(text, 'no database'.repeat(1000));
    await expect(copySqlite({ from: text, to: path.join(folder, 'copy.db') })).rejects.toThrow(/not a database/);
    expect(partials()).toEqual([]);
  });

  it('names the directory if it does not exist or is not a directory', async () => {
    const missing = path.join(folder, 'missing');
    await expect(copySqlite({ from, to: path.join(missing, 'x.db') })).rejects.toMatchObject({ code: 'ENOENT', path: missing });
    await expect(copySqlite({ from, to: path.join(from, 'x.db') })).rejects.toMatchObject({ code: 'ENOTDIR', path: from });
  });

  it('removes files of killed processes, but not of live processes or other machines', async () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const [left, ours, theirs] = [
      `.old.db.${hostname()}.${gone}.partial`,
      `.new.db.${hostname()}.${process.ppid}.partial`,
      `.old.db.elsewhere.${gone}.partial`,
    ] as const;
    for (const name of [left, ours, theirs]) writeFileSync(path.join(folder, name), 'part');
    await copySqlite({ from, to: path.join(folder, 'copy.db') });
    expect(partials().sort()).toEqual([ours, theirs].sort());
  });

  it('removes files of a process whose number another process has now', async () => {
    const mine = path.basename(makePartialFile(path.join(folder, 'mine.db')));
    const before = mine.replace(/-[0-9a-f]{12}\.partial$/, '-000000000000.partial');
    expect(before).not.toBe(mine);
    writeFileSync(path.join(folder, before), 'part');
    await copySqlite({ from, to: path.join(folder, 'copy.db') });
    expect(partials()).toEqual([mine]);
  });
});

describe('a database file', () => {
  it('is inspected for pending migrations without a change, and then migrated', () => {
    const file = path.join(folder, 'empty.db');
    new Database(file).close();
    writeFileSync(file, '');
    const { pendingMigrations } = inspectSqliteFile(file);
    expect(pendingMigrations.length).toBeGreaterThan(1);
    expect(statSync(file).size).toBe(0);
    expect(migrateSqliteFile(file)).toEqual(pendingMigrations);
    expect(inspectSqliteFile(file).pendingMigrations).toEqual([]);
  });
});
