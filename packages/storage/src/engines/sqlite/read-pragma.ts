import type Database from 'better-sqlite3';

/** Rows of a pragma. The driver does not type their columns, so the caller takes them from SQLite's documentation. */
export function readPragma<Row>(connection: Database.Database, name: string): Row[] {
  return connection.pragma(name) as Row[];
}

/** Value of a pragma that is a number. */
export function readNumber(connection: Database.Database, name: string): number {
  return Number(connection.pragma(name, { simple: true }));
}
