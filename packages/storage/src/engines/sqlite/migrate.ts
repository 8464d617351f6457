import type Database from 'better-sqlite3';
import { type AppliedMigration, type Migration, MigrationError, pendingMigrations } from '../../migrate.ts';
import { indexedBody, indexedName, indexedTags } from '../../search/search.ts';
import { indexedText, isRewritten } from './indexed-text.ts';
import { forgetPair } from './log-pair.ts';
import { readPragma } from './read-pragma.ts';

/**
 * Brings a database up to date in one exclusive transaction and returns the names of the applied migrations. Foreign keys are off
 * meanwhile: with them on, rebuilding a table deletes its children. `before` runs under the write lock before a database with content is
 * changed. If it throws, nothing is changed.
 */
export function migrateSqlite(connection: Database.Database, migrations: Migration[], before: () => void = () => {}): string[] {
  if (isCurrent(connection, migrations)) return [];
  // The recorded schema is about to change. The next opening of the database records it again.
  forgetPair(connection.name);
  connection.pragma('foreign_keys = OFF');
  try {
    return connection.transaction(() => applyPending(connection, migrations, before)).exclusive();
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}

/** Lists the migrations this file still needs, without changing it. */
export function pendingSqliteMigrations(connection: Database.Database, migrations: Migration[]): Migration[] {
  return pendingMigrations(migrations, appliedToSqlite(connection));
}

function isCurrent(connection: Database.Database, migrations: Migration[]): boolean {
  return pendingSqliteMigrations(connection, migrations).length === 0;
}

/** Lists the migrations that were applied to this file. */
export function appliedToSqlite(connection: Database.Database): AppliedMigration[] {
  const known = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").get();
  return known ? connection.prepare<[], AppliedMigration>('select name, hash from migrations order by number').all() : [];
}

function applyPending(connection: Database.Database, migrations: Migration[], before: () => void): string[] {
  const pending = pendingSqliteMigrations(connection, migrations);
  if (pending.length > 0 && appliedToSqlite(connection).length > 0) before();
  connection.exec(
    'create table if not exists migrations (number integer primary key, name text not null, hash text not null, at integer not null) strict',
  );
  const record = connection.prepare('insert into migrations (name, hash, at) values (?, ?, ?)');
  if (pending.length > 0) addFunctions(connection);
  for (const migration of pending) {
    connection.exec(migration.sql);
    record.run(migration.name, migration.hash, Date.now());
  }
  const broken = readPragma(connection, 'foreign_key_check');
  if (broken.length > 0) throw new MigrationError(`the migration would leave ${broken.length} broken references; nothing was changed`);
  return pending.map((migration) => migration.name);
}

/** Adds the SQL functions that migrations call: they encode texts for the search index. */
function addFunctions(connection: Database.Database): void {
  const functions: Record<string, (text: string | null) => string | number> = {
    is_indexed_anew: (text) => (text !== null && isRewritten(text) ? 1 : 0),
    index_name: (name) => indexedText(indexedName(name ?? '')),
    index_tags: (tags) => indexedText(indexedTags(JSON.parse(tags ?? '[]'))),
    index_body: (body) => indexedText(indexedBody(body ?? '')),
  };
  for (const [name, work] of Object.entries(functions)) connection.function(name, work);
}
