import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { compile } from '../compile.ts';
import { asDb, type Db, type Engine, type Values } from '../engine.ts';
import { ask } from '../ops.ts';
import { sqliteTables } from '../schema.ts';
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
  };
}

/** One function of a query: values in, rows out. */
export function prepareQuery(connection: Database.Database, db: Db, build: (db: Db) => PromiseLike<unknown>): (values: Values) => unknown {
  const { text, bind, hasRows, read } = compile(db, build);
  const statement = connection.prepare<unknown[], unknown[]>(text);
  if (!hasRows) return (values) => statement.run(...bind(values));
  statement.raw();
  return (values) => statement.all(...bind(values)).map(read);
}
