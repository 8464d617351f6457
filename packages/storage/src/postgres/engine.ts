import { Column, fillPlaceholders, is, SQL, sql } from 'drizzle-orm';
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import type { Db, Engine, LockedTable, Query, Values } from '../engine.ts';
import { ask } from '../ops.ts';
import { postgresTables } from '../schema.ts';
import { sayAccessChanged } from './notices.ts';
import { asSession, type Session } from './session.ts';
import type { Answer, Row, Statement } from './statement.ts';

/** What drizzle's builders ask of a driver. Ours only takes the statement down: sessions run it. */
interface Built {
  text: string;
  params: unknown[];
  fields: { path: string[]; field: unknown }[] | undefined;
}

export function postgresEngine(): Engine {
  return {
    dialect: 'postgres',
    tables: postgresTables,
    prepare: <T>(name: string, build: (db: Db) => PromiseLike<T>): Query<T> => {
      let prepared: Prepared | undefined;
      return (values) =>
        ask<T>((session) => {
          prepared ??= prepareQuery(name, build);
          return prepared(asSession(session), values);
        });
    },
    monthBound: (operator, time) => sql`minute ${sql.raw(operator)} ${sql.placeholder(time)}::bigint / 60000`,
    *accessChanged(id) {
      yield* ask(async (session) => {
        await asSession(session).run(sayAccessChanged, [id]);
        asSession(session).tell({ what: 'access', id });
      });
    },
    commits: {
      *now() {
        const { rows } = yield* ask<Answer>((session) => asSession(session).run(snapshot, []));
        return rows[0]?.[0] as string;
      },
      between: sql`not pg_visible_in_snapshot(written_by, ${sql.placeholder('since')}) and pg_visible_in_snapshot(written_by, ${sql.placeholder('upTo')})`,
    },
    *lockRow(table, orgId, id) {
      yield* ask((session) => asSession(session).send(lockRow[table], [orgId, id]));
    },
    *lockName(...parts) {
      yield* ask((session) => asSession(session).send(lockName, [JSON.stringify(parts)]));
    },
  };
}

/** A query written with drizzle, for search: built once, and planned anew for the values of each execution. */
export function buildStatement(build: (db: Db) => PromiseLike<unknown>) {
  const { text, params, fields } = takeDown(build);
  return { text, valuesFor: (values: Values) => fillPlaceholders(params, values), read: rowReader(fields ?? []) };
}

type Prepared = (session: Session, values: Values) => Promise<unknown>;

const lockOf = (table: LockedTable): Statement => ({
  name: `lock_${table}`,
  text: `select 1 from ${table} where org_id = $1 and id = $2 for update`,
});
const lockRow: Record<LockedTable, Statement> = { items: lockOf('items'), tasks: lockOf('tasks'), connections: lockOf('connections') };
const snapshot: Statement = { name: 'snapshot', text: 'select pg_current_snapshot()::text' };
const lockName: Statement = { name: 'lock_name', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' };

const builder = new PgDatabase(new PgDialect(), { prepareQuery: takenDown } as never, undefined) as unknown as Db;

function prepareQuery(name: string, build: (db: Db) => PromiseLike<unknown>): Prepared {
  const { text, params, fields } = takeDown(build);
  const statement: Statement = { name, text, kind: kindOf(text) };
  const read = fields && rowReader(fields);
  if (read) return async (session, values) => (await session.run(statement, fillPlaceholders(params, values))).rows.map(read);
  return (session, values) => session.send(statement, fillPlaceholders(params, values));
}

/** Of what drizzle's builders write; none of it calls functions that change something. */
function kindOf(text: string): Statement['kind'] {
  if (text.startsWith('select ')) return 'reads';
  return text.startsWith('insert ') && !text.includes(' on conflict ') ? 'adds' : undefined;
}

function takeDown(build: (db: Db) => PromiseLike<unknown>): Built {
  return (build(builder) as unknown as { prepare(name: string): Built }).prepare('taken down');
}

function takenDown({ sql, params }: { sql: string; params: unknown[] }, fields: Built['fields']) {
  return {
    // What SQLite's planner must not look at (`unpeeked`), the one of Postgres should: it plans better with the value.
    text: sql.replaceAll(/\(select (\$\d+)\)/g, '$1'),
    params,
    fields,
    setToken() {
      return this;
    },
  };
}

/** Rows come as arrays in the order of the selected fields; nested fields become nested objects. */
function rowReader(fields: NonNullable<Built['fields']>): (row: Row) => Record<string, unknown> {
  const readers = fields.map(({ path, field }) => ({ path, decode: decoderOf(field) }));
  const flat = readers.every(({ path }) => path.length === 1);
  const flatReaders = readers.map(({ path, decode }) => ({ name: path[0] as string, decode }));
  if (!flat) return (row) => nested(readers, row);
  return (row) => {
    const result: Record<string, unknown> = {};
    for (let index = 0; index < flatReaders.length; index++) {
      const { name, decode } = flatReaders[index]!;
      const value = row[index];
      result[name] = value === null ? null : decode(value);
    }
    return result;
  };
}

function nested(readers: { path: string[]; decode: (value: unknown) => unknown }[], row: Row): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  readers.forEach(({ path, decode }, index) => {
    let node = result;
    for (const name of path.slice(0, -1)) node = (node[name] ??= {}) as Record<string, unknown>;
    const value = row[index];
    node[path.at(-1) as string] = value === null ? null : decode(value);
  });
  return result;
}

function decoderOf(field: unknown): (value: unknown) => unknown {
  if (is(field, Column)) return (value) => field.mapFromDriverValue(value);
  const expression = is(field, SQL.Aliased) ? field.sql : (field as SQL);
  const { decoder } = expression as unknown as { decoder: { mapFromDriverValue(value: unknown): unknown } };
  return (value) => decoder.mapFromDriverValue(value);
}
