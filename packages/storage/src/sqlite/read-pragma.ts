import type Database from 'better-sqlite3';

/** The rows of a pragma. The driver says nothing of their columns: the caller knows them from SQLite's documentation. */
export function readPragma<Row>(connection: Database.Database, name: string): Row[] {
  return connection.pragma(name) as Row[];
}

/** The number that a pragma is. */
export function readNumber(connection: Database.Database, name: string): number {
  return Number(connection.pragma(name, { simple: true }));
}
