import { statSync } from 'node:fs';
import { openConnection } from '../engines/sqlite/connection.ts';
import { migrateSqlite, pendingSqliteMigrations } from '../engines/sqlite/migrate.ts';
import { openForReading } from '../engines/sqlite/open-for-reading.ts';
import { readNumber } from '../engines/sqlite/read-pragma.ts';
import { saveBeforeUpgrade } from '../engines/sqlite/upgrade-snapshot.ts';
import { readMigrations } from '../migrate.ts';
import { bytesCutFrom } from './cut-file.ts';

/**
 * Brings a database up to date and returns the names of the migrations it needed. Throws MigrationError for a database of a newer version.
 * A copy needs no snapshot, because its original exists.
 */
export function migrateSqliteFile(file: string, { isCopy = false } = {}): string[] {
  const connection = openConnection(file);
  try {
    return migrateSqlite(connection, readMigrations('sqlite'), () => isCopy || saveBeforeUpgrade(file));
  } finally {
    connection.close();
  }
}

export interface InspectedFile {
  pendingMigrations: string[];
  /** False for a file without any of our tables. */
  hasWorkspace: boolean;
  sizeBytes: number;
  /** Number of bytes missing at the end. */
  cutBytes: number;
}

/** Inspects a file without changing it. Throws the fault of the file, unless it was only cut short. */
export function inspectSqliteFile(file: string): InspectedFile {
  const cutBytes = bytesCutFrom(file);
  if (cutBytes > 0) return { pendingMigrations: [], hasWorkspace: true, sizeBytes: statSync(file).size, cutBytes };
  const connection = openForReading(file);
  try {
    const pages = readNumber(connection, 'page_count');
    const pageSize = readNumber(connection, 'page_size');
    const all = readMigrations('sqlite');
    const pendingMigrations = pendingSqliteMigrations(connection, all).map(({ name }) => name);
    return { pendingMigrations, hasWorkspace: pendingMigrations.length < all.length, sizeBytes: pages * pageSize, cutBytes };
  } finally {
    connection.close();
  }
}
