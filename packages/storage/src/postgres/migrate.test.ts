import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type Migration, readMigrations } from '../migrate.ts';
import { createTestDatabase, postgresMissing } from '../testing/index.ts';
import { migratePostgres, pendingPostgresMigrations } from './migrate.ts';

const step = (name: string, sql: string): Migration => ({ name, sql, hash: `hash of ${sql}` });
const first = step('0001', 'create table one (id bigint primary key); insert into one values (1)');
const second = step('0002', 'alter table one add column name text');

describe.skipIf(postgresMissing() !== undefined)('migrations of Postgres', () => {
  it('applies each once, in order, also when many processes start together', async () => {
    await using test = await createTestDatabase();
    const applied = await Promise.all(Array.from({ length: 8 }, () => migratePostgres(test.url, [first, second])));
    expect(applied.flat()).toEqual(['0001', '0002']);
    expect(await pendingPostgresMigrations(test.url, [first, second])).toEqual([]);
    expect(await query(test.url, 'select * from one')).toEqual([{ id: '1', name: null }]);
  });

  it('goes on from where a database is', async () => {
    await using test = await createTestDatabase();
    expect(await migratePostgres(test.url, [first])).toEqual(['0001']);
    expect(await pendingPostgresMigrations(test.url, [first, second])).toEqual([second]);
    expect(await migratePostgres(test.url, [first, second])).toEqual(['0002']);
  });

  it('refuses a database of a newer version, and one made by other migrations', async () => {
    await using test = await createTestDatabase();
    await migratePostgres(test.url, [first, second]);
    await expect(migratePostgres(test.url, [first])).rejects.toThrow('newer version');
    await expect(migratePostgres(test.url, [{ ...first, hash: 'another' }, second])).rejects.toThrow('0001 differs');
  });

  it('leaves nothing of a migration that failed', async () => {
    await using test = await createTestDatabase();
    await expect(migratePostgres(test.url, [first, step('0002', 'alter table none add column x text')])).rejects.toThrow('none');
    expect(await migratePostgres(test.url, [first])).toEqual(['0001']);
  });

  it('says what to look at when there is no server', async () => {
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
