import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Migration {
  name: string;
  sql: string;
  hash: string;
}

/** A database that this program must not open, with what to do about it. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The migrations of one engine, in order, as shipped beside this package's source. */
export function readMigrations(dialect: 'sqlite' | 'postgres'): Migration[] {
  const folder = path.join(import.meta.dirname, '..', 'migrations', dialect);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    const sql = readFileSync(path.join(folder, name), 'utf8');
    return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
  });
}

/** The migrations a database still needs, given the hashes of those it has had, in order. */
export function pendingMigrations(all: Migration[], appliedHashes: string[]): Migration[] {
  appliedHashes.forEach((hash, index) => {
    const migration = all[index];
    if (!migration) {
      throw new MigrationError(
        'this database was written by a newer version of Gatehouse; start that version, or restore a backup made by this one',
      );
    }
    if (migration.hash !== hash) {
      throw new MigrationError(
        `migration ${migration.name} differs from the one this database was made with; install the version that wrote it`,
      );
    }
  });
  return all.slice(appliedHashes.length);
}
