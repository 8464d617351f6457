import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Migration, readMigrations } from '../../migrate.ts';
import { createTestDatabase, postgresMissing } from '../../testing/index.ts';
import { migratePostgres, pendingPostgresMigrations } from './migrate.ts';

const step = (name: string, sql: string): Migration => ({ name, sql, hash: `hash of ${sql}` });
const first = step('0001', 'create table one (id bigint primary key); insert into one values (1)');
const second = step('0002', 'alter table one add column name text');

describe.skipIf(postgresMissing() !== undefined)('migrations of Postgres', () => {
  it('applies each migration once, in order, even if many processes start together', async () => {
    await using test = await createTestDatabase();
    const applied = await Promise.all(Array.from({ length: 8 }, () => migratePostgres(test.url, [first, second])));
    expect(applied.flat()).toEqual(['0001', '0002']);
    expect(await pendingPostgresMigrations(test.url, [first, second])).toEqual([]);
    expect(await query(test.url, 'select * from one')).toEqual([{ id: '1', name: null }]);
  });

  it('continues from the state of a database', async () => {
    await using test = await createTestDatabase();
    expect(await migratePostgres(test.url, [first])).toEqual(['0001']);
    expect(await pendingPostgresMigrations(test.url, [first, second])).toEqual([second]);
    expect(await migratePostgres(test.url, [first, second])).toEqual(['0002']);
  });

  it('refuses a database of a newer version, and one with other migrations', async () => {
    await using test = await createTestDatabase();
    await migratePostgres(test.url, [first, second]);
    await expect(migratePostgres(test.url, [first])).rejects.toThrow('newer version');
    await expect(migratePostgres(test.url, [{ ...first, hash: 'another' }, second])).rejects.toThrow('0001 differs');
  });

  it('leaves nothing of a failed migration', async () => {
    await using test = await createTestDatabase();
    await expect(migratePostgres(test.url, [first, step('0002', 'alter table none add column x text')])).rejects.toThrow('none');
    expect(await migratePostgres(test.url, [first])).toEqual(['0001']);
  });

  it('runs again after a deadlock with a reader', async () => {
    await using test = await createTestDatabase();
    await migratePostgres(test.url, [first, step('0002', 'create table two (id bigint)')]);
    const database = new URL(test.url).pathname.slice(1);
    await test.run(`alter database ${database} set deadlock_timeout = '200ms'`);
    await using reader = await test.connect();
    await reader.query('begin; select * from one');
    const both = 'alter table two add column a int; select pg_sleep(1); alter table one add column a int';
    const applied = migratePostgres(test.url, [first, step('0002', 'create table two (id bigint)'), step('0003', both)]);
    const waiting = "select count(*)::int as count from pg_locks where relation = 'two'::regclass and granted";
    await expect.poll(() => test.run(waiting)).toEqual([{ count: 1 }]);
    // The reader holds the lock that the migration needs, and requests one that the migration holds.
    const read = reader.query('select * from two; commit');
    await expect(Promise.all([read, applied])).resolves.toMatchObject([expect.anything(), ['0003']]);
  });

  it('advises what to check if there is no server', async () => {
    const gone = migratePostgres('postgres://nobody:secret@127.0.0.1:1/nothing', readMigrations('postgres'));
    await expect(gone).rejects.toThrow('cannot connect to Postgres at 127.0.0.1:1/nothing');
    await expect(gone).rejects.not.toThrow('secret');
  });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
