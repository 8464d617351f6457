import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Db, Engine } from '../engine.ts';
import { ask } from '../ops.ts';
import { sqliteTables } from '../schema.ts';
import { compileQuery } from './compile-query.ts';
import type { SqliteNotices } from './notices.ts';

export function sqliteEngine(connection: Database.Database, notices?: Pick<SqliteNotices, 'tell'>): Engine {
  const db = drizzle({ client: connection }) as unknown as Db;
  return {
    dialect: 'sqlite',
    tables: sqliteTables,
    prepare: <T>(_name: string, build: (db: Db) => PromiseLike<T>) => {
      let run: ((values: Record<string, unknown>) => unknown) | undefined;
      return (values) =>
        ask<T>(() => {
          run ??= compileQuery(build(db));
          return run(values);
        });
    },
    *accessChanged(id) {
      yield* ask(() => notices?.tell('access', id));
    },
    *lockRow() {},
    *lockName() {},
  };
}
