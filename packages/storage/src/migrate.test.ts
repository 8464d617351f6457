import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyDatabase } from './admin/verify/verify.ts';
import { migratePostgres } from './engines/postgres/migrate.ts';
import { openConnection } from './engines/sqlite/connection.ts';
import { migrateSqlite } from './engines/sqlite/migrate.ts';
import { openSqlite } from './engines/sqlite/store.ts';
import { compareMigrations, type Migration, pendingMigrations, readMigrations } from './migrate.ts';
import { createTestDatabase, postgresMissing } from './testing/index.ts';

const engines = ['sqlite', 'postgres'] as const;
const shipped = engines.flatMap((engine) => readMigrations(engine).map((migration) => ({ engine, ...migration })));

describe('the shipped migrations', () => {
  it('match SHA256SUMS: released files never change, and new ones are added there', () => {
    const sums = readFileSync(path.join(import.meta.dirname, '..', 'migrations', 'SHA256SUMS'), 'utf8');
    const lines = shipped.map(({ engine, name, hash }) => `${hash}  ${engine}/${name}`);
    expect(sums.trimEnd().split('\n').sort()).toEqual(lines.sort());
  });

  it('share their numbers between both engines, from 0024 on', () => {
    const namesByNumber = new Map<string, Set<string>>();
    for (const { name } of shipped) {
      expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/);
      const number = name.slice(0, 4);
      if (number >= '0024') namesByNumber.set(number, (namesByNumber.get(number) ?? new Set()).add(name));
    }
    for (const names of namesByNumber.values()) expect([...names]).toHaveLength(1);
  });

  it('all differ, because their hash identifies them in a database', () => {
    for (const engine of engines) {
      const hashes = readMigrations(engine).map(({ hash }) => hash);
      expect(new Set(hashes).size).toBe(hashes.length);
    }
  });
});

describe('the migrations that a database needs', () => {
  const one = { name: '0001_one.sql', sql: 'one', hash: 'one' };
  const two = { name: '0002_two.sql', sql: 'two', hash: 'two' };

  it('are those that it has not applied, in order', () => {
    expect(pendingMigrations([one, two], [])).toEqual([one, two]);
    expect(pendingMigrations([one, two], [two])).toEqual([one]);
  });

  it('do not include those that it applied under another number', () => {
    expect(pendingMigrations([one, two], [one, { ...two, name: '0007_two.sql' }])).toEqual([]);
  });

  it('cannot be found if an applied one was edited or is from a newer version', () => {
    const had = [
      { name: one.name, hash: 'edited' },
      { name: '0009_later.sql', hash: 'later' },
    ];
    expect(compareMigrations([one, two], had)).toEqual({
      applied: [one],
      pending: [two],
      changed: [one.name],
      unknown: ['0009_later.sql'],
    });
    expect(() => pendingMigrations([one, two], had)).toThrow('newer version of Gatehouse (it has 0009_later.sql)');
    expect(() => pendingMigrations([one, two], had.slice(0, 1))).toThrow('0001_one.sql differs');
  });
});

/**
 * Migrations that landed in another order than their names sort. Some were renumbered later; `as` is the name at that time. A database from
 * that time has applied them in this order.
 */
const landed: Record<(typeof engines)[number], { name: string; as?: string }[]> = {
  sqlite: [
    { name: '0015_left_out.sql' },
    { name: '0016_browsing.sql', as: '0015_browsing.sql' },
    { name: '0017_oauth.sql', as: '0015_oauth.sql' },
    { name: '0018_putting_back.sql' },
    { name: '0019_connect_steps.sql' },
    { name: '0020_changed_tasks.sql' },
    { name: '0021_news_seen.sql' },
    { name: '0021_connection_states.sql' },
    { name: '0021_client_hosts.sql' },
    { name: '0022_connection_accounts.sql' },
  ],
  postgres: [
    { name: '0016_left_out.sql' },
    { name: '0017_browsing.sql', as: '0016_browsing.sql' },
    { name: '0018_oauth.sql', as: '0016_oauth.sql' },
    { name: '0019_putting_back.sql' },
    { name: '0020_connect_steps.sql' },
    { name: '0021_changed_tasks.sql' },
    { name: '0022_news_seen.sql' },
    { name: '0022_connection_states.sql' },
    { name: '0022_client_hosts.sql' },
    { name: '0023_connection_accounts.sql' },
  ],
};

/** Migrations of a database that was created when the first `count` of `landed` existed. */
function migrationsThen(engine: (typeof engines)[number], count: number): Migration[] {
  const all = readMigrations(engine);
  const order = landed[engine];
  const before = all.filter(({ name }) => name < (order[0]?.name as string));
  const then = order
    .slice(0, count)
    .map(({ name, as }) => ({ ...(all.find((each) => each.name === name) as Migration), name: as ?? name }));
  return [...before, ...then];
}

const counts = landed.sqlite.map((_, index) => index + 1);

describe('a database from the time when migrations landed out of order', () => {
  it.each(counts)('opens and passes verification on SQLite, created after %i of them', async (count) => {
    using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-landed-'));
    const file = path.join(folder.path, 'gatehouse.db');
    const connection = openConnection(file);
    // Apply one at a time, as each release of that time did on its start.
    const then = migrationsThen('sqlite', count);
    for (let each = 1; each <= then.length; each++) migrateSqlite(connection, then.slice(0, each));
    connection.close();
    await openSqlite({ file }).close();
    expect((await verifyDatabase({ database: { engine: 'sqlite', file } })).problems).toEqual([]);
  });

  it.skipIf(postgresMissing() !== undefined).each([1, 7, 8, 9])(
    'opens and passes verification on Postgres, created after %i of them',
    async (count) => {
      await using test = await createTestDatabase();
      await migratePostgres(test.url, migrationsThen('postgres', count));
      await migratePostgres(test.url, readMigrations('postgres'));
      expect((await verifyDatabase({ database: { engine: 'postgres', url: test.url } })).problems).toEqual([]);
    },
  );
});
