import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestDatabase } from '@gatehouse/storage/testing';

/** All rows of an earlier version's database, with the migrations of its tables. Replaces `pg_dump`, which not every machine has. */
export interface PostgresRows {
  migrations: string[];
  partitions: { name: string; parent: string; bound: string }[];
  sequences: { name: string; last: string }[];
  /** The rows of each table as JSON, which stays text: numbers of 64 bits are more than JavaScript has. */
  tables: { name: string; rows: string }[];
}

const migrations = path.join(import.meta.dirname, '../../../packages/storage/migrations/postgres');
const isHere = 'relnamespace = current_schema()::regnamespace';

export async function readRows({ run }: TestDatabase): Promise<PostgresRows> {
  const names = await run(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and ${isHere} order by 1`,
  );
  const tables: PostgresRows['tables'] = [];
  for (const { name = '' } of names) {
    const [found] = await run(`select coalesce(json_agg(row), '[]')::text as rows from "${name}" row`);
    tables.push({ name, rows: found?.rows ?? '[]' });
  }
  const partitions = await run(
    `select part.relname as name, parent.relname as parent, pg_get_expr(part.relpartbound, part.oid) as bound from pg_inherits
      join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
      where part.relkind = 'r' and part.${isHere} order by 1`,
  );
  return {
    migrations: (await run('select name from migrations order by number')).map(({ name = '' }) => name),
    partitions: partitions as unknown as PostgresRows['partitions'],
    sequences: (await run(
      'select sequencename as name, last_value::text as last from pg_sequences where last_value is not null and schemaname = current_schema()',
    )) as unknown as PostgresRows['sequences'],
    tables,
  };
}

/** Makes the tables as the migrations of that version did, and fills them. */
export async function writeRows({ connect }: TestDatabase, rows: PostgresRows): Promise<void> {
  await using client = await connect();
  await client.query('create table migrations (number bigserial primary key, name text not null, hash text not null, at bigint not null)');
  for (const name of rows.migrations) await client.query(readFileSync(path.join(migrations, name), 'utf8'));
  for (const { name, parent, bound } of rows.partitions) {
    const { rows: known } = await client.query('select to_regclass($1) is not null as known', [name]);
    if (!known[0].known) await client.query(`create table "${name}" partition of "${parent}" ${bound}`);
  }
  // Allows rows to be inserted before the rows that they refer to.
  await client.query('set session_replication_role = replica');
  for (const { name, rows: text } of rows.tables) {
    await client.query(`delete from "${name}"`);
    await client.query(`insert into "${name}" overriding system value select * from json_populate_recordset(null::"${name}", $1)`, [text]);
  }
  for (const { name, last } of rows.sequences) await client.query('select setval($1, $2)', [name, last]);
}
