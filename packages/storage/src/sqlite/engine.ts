import type Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Db, Engine } from '../engine.ts';
import { ask } from '../ops.ts';
import { sqliteTables } from '../schema.ts';

/** What drizzle's builders make of themselves for SQLite; the shared `Db` type hides it because Postgres has another. */
interface PreparedQuery {
  execute(values: Record<string, unknown>): { sync(): unknown };
}

export function sqliteEngine(connection: Database.Database): Engine {
  const db = drizzle({ client: connection }) as unknown as Db;
  return {
    dialect: 'sqlite',
    tables: sqliteTables,
    prepare: <T>(_name: string, build: (db: Db) => PromiseLike<T>) => {
      let prepared: PreparedQuery | undefined;
      return (values) =>
        ask<T>(() => {
          prepared ??= (build(db) as unknown as { prepare(): PreparedQuery }).prepare();
          return prepared.execute(values).sync();
        });
    },
    *lockItem() {},
  };
}
