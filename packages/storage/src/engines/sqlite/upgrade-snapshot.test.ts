import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../admin/verify/verify.ts';
import { MigrationError, readMigrations } from '../../migrate.ts';
import { openConnection } from './connection.ts';
import { appliedToSqlite, migrateSqlite } from './migrate.ts';
import { openForReading } from './open-for-reading.ts';
import { openSqlite } from './store.ts';
import { saveBeforeUpgrade, snapshotFolder } from './upgrade-snapshot.ts';

let folder: string;
let file: string;
const all = readMigrations('sqlite');
/** Before the history: tables and columns are missing, and not only the last ones. */
const before = all.filter(({ name }) => name < '0050');

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-snapshot-'));
  file = path.join(folder, 'gatehouse.db');
  makeEarlier(file);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A database of an earlier version, with a row that only its log has. */
function makeEarlier(at: string): void {
  const connection = openConnection(at);
  migrateSqlite(connection, before);
  connection.exec("insert into organizations (id, number, name, task_count, created_at) values ('org', 1, 'Acme', 0, unixepoch() * 1000)");
  connection.close();
}

const snapshots = () => (existsSync(snapshotFolder(file)) ? readdirSync(snapshotFolder(file)) : []);

function read(at: string) {
  const connection = openForReading(at);
  const organizations = connection.prepare('select name from organizations').pluck().all();
  const migrations = appliedToSqlite(connection).length;
  connection.close();
  return { organizations, migrations };
}

describe('an upgrade on SQLite (D71)', () => {
  it('saves the database as it was before, complete and valid', async () => {
    await openSqlite({ file }).close();
    const [name = ''] = snapshots();
    expect(snapshots()).toEqual([expect.stringMatching(/^gatehouse-\d{8}T\d{6}\.\d{3}Z\.db$/)]);
    const snapshot = path.join(snapshotFolder(file), name);
    expect(read(snapshot)).toEqual({ organizations: ['Acme'], migrations: before.length });
    expect(read(file)).toEqual({ organizations: ['Acme'], migrations: all.length });
    const { problems } = await verifyDatabase({ database: { engine: 'sqlite', file: snapshot } });
    // The organization has no people here; nothing else is wrong with it.
    const others = problems.filter(({ check }) => check !== 'migrations');
    expect(others.map(({ message }) => message)).toEqual(['organizations org: it has no owner']);
  });

  it('saves nothing for a new database, or for one that is up to date', async () => {
    const fresh = path.join(folder, 'fresh', 'gatehouse.db');
    mkdirSync(path.dirname(fresh));
    await openSqlite({ file: fresh }).close();
    await openSqlite({ file: fresh }).close();
    expect(existsSync(snapshotFolder(fresh))).toBe(false);
  });

  it('keeps the newest three snapshots, and touches no other files there', async () => {
    mkdirSync(snapshotFolder(file));
    const [oldest, ...others] = ['20250101', '20250201', '20250301'].map((day) => `gatehouse-${day}T000000.000Z.db`);
    for (const name of [oldest as string, ...others, 'mine.db']) writeFileSync(path.join(snapshotFolder(file), name), '');
    await openSqlite({ file }).close();
    expect(snapshots()).toHaveLength(4);
    expect(snapshots()).toEqual(expect.arrayContaining([...others, 'mine.db']));
    expect(snapshots()).not.toContain(oldest);
  });

  it('is refused if the disk has no room for the snapshot, and changes nothing', async () => {
    const copy = `${file}.copy`;
    copyFileSync(file, copy);
    const connection = openConnection(file);
    const upgrade = () => migrateSqlite(connection, all, () => saveBeforeUpgrade(file, () => 4096));
    expect(upgrade).toThrow(MigrationError);
    expect(upgrade).toThrow(/no space for the snapshot .*\(it needs \d+ MB\); nothing was changed: free some space/);
    connection.close();
    expect(snapshots()).toEqual([]);
    expect(read(file)).toEqual(read(copy));
    await openSqlite({ file }).close();
    expect(snapshots()).toHaveLength(1);
  });
});
