import { readMigrations } from '../migrate.ts';
import { openConnection } from '../sqlite/connection.ts';
import { migrateSqlite, pendingSqliteMigrations } from '../sqlite/migrate.ts';
import { openForReading } from './open-for-reading.ts';

/** Brings a database up to date and returns the names of the migrations it needed. Throws MigrationError for one of a newer version. */
export function migrateSqliteFile(file: string): string[] {
  const connection = openConnection(file);
  try {
    return migrateSqlite(connection, readMigrations('sqlite'));
  } finally {
    connection.close();
  }
}

/** The names of the migrations that a database still needs; changes nothing. Throws what is wrong with the file. */
export function inspectSqliteFile(file: string): { pendingMigrations: string[]; sizeBytes: number } {
  const connection = openForReading(file);
  try {
    const pages = connection.pragma('page_count', { simple: true }) as number;
    const pageSize = connection.pragma('page_size', { simple: true }) as number;
    const pending = pendingSqliteMigrations(connection, readMigrations('sqlite'));
    return { pendingMigrations: pending.map(({ name }) => name), sizeBytes: pages * pageSize };
  } finally {
    connection.close();
  }
}
