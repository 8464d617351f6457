import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Migration {
  name: string;
  sql: string;
  hash: string;
}

/** Thrown for a database that this program must not open. The message states what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Migrations of one engine, in order, as shipped with this package's source. */
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

/** An applied migration, as recorded in the table `migrations`. */
export type AppliedMigration = Pick<Migration, 'name' | 'hash'>;

export interface MigrationState {
  applied: Migration[];
  pending: Migration[];
  /** Names of applied migrations whose statements differ from the shipped ones. */
  changed: string[];
  /** Names of migrations that are not shipped: a newer version wrote this database. */
  unknown: string[];
}

/**
 * Compares the shipped migrations with the applied ones. They are a set: a late branch may have added one that sorts before others, and
 * some were renumbered before their release. So the hash of the statements decides, and the name only shows which one was changed.
 */
export function compareMigrations(shipped: Migration[], had: AppliedMigration[]): MigrationState {
  const hashes = new Set(shipped.map(({ hash }) => hash));
  const names = new Set(shipped.map(({ name }) => name));
  const foreign = had.filter(({ hash }) => !hashes.has(hash)).map(({ name }) => name);
  const changed = foreign.filter((name) => names.has(name));
  const hadHashes = new Set(had.map(({ hash }) => hash));
  const isApplied = ({ name, hash }: Migration) => hadHashes.has(hash) || changed.includes(name);
  return {
    applied: shipped.filter(isApplied),
    pending: shipped.filter((migration) => !isApplied(migration)),
    changed,
    unknown: foreign.filter((name) => !names.has(name)),
  };
}

/**
 * Migrations that a database still needs, in the order of applying. Throws MigrationError for a database that this program must not open.
 */
export function pendingMigrations(shipped: Migration[], had: AppliedMigration[]): Migration[] {
  const { pending, changed, unknown } = compareMigrations(shipped, had);
  refuseNewer(unknown);
  if (changed.length > 0) throw new MigrationError(`${describeChanged(changed)}; install the version that wrote it`);
  return pending;
}

/** Throws MigrationError if the database had migrations that are not shipped: databases only move forward (D71). */
export function refuseNewer(unknown: string[]): void {
  if (unknown.length === 0) return;
  throw new MigrationError(
    `this database was written by a newer version of Gatehouse (it has ${unknown.join(', ')}); start that version, or restore a backup made by this one; on SQLite, the upgrade left an earlier snapshot in the folder "snapshots" next to the database`,
  );
}

export function describeChanged(names: string[]): string {
  return names.length === 1
    ? `migration ${names[0]} differs from the one that created this database`
    : `migrations ${names.join(', ')} differ from those that created this database`;
}
