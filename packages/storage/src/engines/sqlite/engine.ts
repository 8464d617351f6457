import type Database from 'better-sqlite3';
import type { SQLWrapper } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { ask } from '../../kernel/ops.ts';
import { type CompiledQuery, compile } from '../../query/compile.ts';
import { asDb, type Db, type Engine, type Values } from '../../query/engine.ts';
import { sqliteTables } from '../../schema/schema.ts';
import type { SqliteNotices } from './notices.ts';

export function sqliteEngine(connection: Database.Database, notices?: Pick<SqliteNotices, 'tell'>): Engine {
  const db = asDb(drizzle({ client: connection }));
  return {
    dialect: 'sqlite',
    tables: sqliteTables,
    prepare: <T>(_name: string, build: (db: Db) => PromiseLike<T>) => {
      let run: ((values: Values) => unknown) | undefined;
      return (values) =>
        ask<T>(() => {
          run ??= prepareQuery(connection, db, build);
          return run(values);
        });
    },
    *accessChanged(id) {
      yield* ask(() => notices?.tell('access', id));
    },
    *lockRow() {},
    lockRows: () => function* () {},
    *holdFolder() {},
    *lockName() {},
    *holdName() {},
  };
}

/**
 * Compiles a query so that SQLite plans it once. SQLite plans a statement again after binding a parameter that its planner used: any
 * parameter in a join, in a LIMIT, or in a condition on a table with a partial index. That costs more than most queries. So constants
 * become literals, and values become subqueries, which the planner does not read.
 */
export function compileForSqlite(db: Db, build: (db: Db) => PromiseLike<unknown>): CompiledQuery {
  return compile(db, build, (builder) => hiddenValues.sqlToQuery((builder as SQLWrapper).getSQL().inlineParams()));
}

class HiddenValuesDialect extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '(select ?)';
  }
}
const hiddenValues = new HiddenValuesDialect();

/** Prepares a query as one function from values to rows. */
export function prepareQuery(connection: Database.Database, db: Db, build: (db: Db) => PromiseLike<unknown>): (values: Values) => unknown {
  const { text, bind, hasRows, read } = compileForSqlite(db, build);
  const statement = connection.prepare<unknown[], unknown[]>(text);
  if (!hasRows) return (values) => statement.run(...bind(values));
  statement.raw();
  return (values) => statement.all(...bind(values)).map(read);
}
