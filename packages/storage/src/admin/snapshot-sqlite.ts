import { codeOf } from '@gatehouse/domain';
import type Database from 'better-sqlite3';
import { appliedToSqlite } from '../engines/sqlite/migrate.ts';
import { openForReading } from '../engines/sqlite/open-for-reading.ts';
import { readPragma } from '../engines/sqlite/read-pragma.ts';
import { compareMigrations, type MigrationState, readMigrations, refuseNewer } from '../migrate.ts';
import { damageOfLog } from './damaged-log.ts';
import { comingWith, describeMigrations, namesMadeBy } from './made-by-migrations.ts';
import type { Problem } from './problem.ts';
import type { Snapshot, SnapshotValue } from './snapshot.ts';
import { UnreadableDatabase } from './unreadable-database.ts';

const most = 100;

export function openSqliteSnapshot(file: string): Snapshot {
  const connection = openDatabase(file);
  try {
    connection.exec('BEGIN');
    const migrations = compareMigrations(readMigrations('sqlite'), appliedToSqlite(connection));
    refuseNewer(migrations.unknown);
    if (migrations.applied.length === 0) throw new UnreadableDatabase(`${file} is a SQLite database, but not a workspace of Gatehouse`);
    return snapshotOn(connection, comingWith(migrations.pending), () => checkStructure(file, connection, migrations));
  } catch (error) {
    connection.close();
    throw error;
  }
}

function openDatabase(file: string): Database.Database {
  try {
    return openForReading(file);
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_NOTADB') throw error;
    throw new UnreadableDatabase(`${file} is not a SQLite database, or its beginning was overwritten`, { cause: error });
  }
}

function snapshotOn(connection: Database.Database, coming: ReadonlySet<string>, structure: () => Generator<Problem>): Snapshot {
  const statements = new Map<string, Database.Statement>();

  /** Prepares a statement. better-sqlite3 reads $1 as a named parameter. */
  function prepare(sql: string, values: SnapshotValue[]): { statement: Database.Statement; named: Record<string, SnapshotValue> } {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return { statement, named: Object.fromEntries(values.map((value, index) => [String(index + 1), value])) };
  }

  return {
    dialect: 'sqlite',
    coming,
    async *pages<Row>(sql: string, values: SnapshotValue[] = [], rowsAtOnce = 200) {
      const { statement, named } = prepare(sql, values);
      let page: Row[] = [];
      for (const row of statement.iterate(named)) {
        if (page.push(row as Row) < rowsAtOnce) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    async rows<Row>(sql: string, values: SnapshotValue[] = []) {
      const { statement, named } = prepare(sql, values);
      return statement.all(named) as Row[];
    },
    hasTable: async (name) => connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined,
    async *structure() {
      yield* structure();
    },
    // A failed statement does not affect the others.
    async mark() {},
    recover: async () => true,
    async release() {
      connection.exec('COMMIT');
    },
    async close() {
      connection.close();
    },
  };
}

function* checkStructure(file: string, connection: Database.Database, migrations: MigrationState): Generator<Problem> {
  const damage = damageOfLog(file);
  if (damage !== undefined) yield { check: 'log', message: damage };
  for (const message of connection.prepare<[], string>(`pragma integrity_check(${most})`).pluck().all()) {
    if (message !== 'ok') yield { check: 'file', message };
  }
  for (const row of readPragma<{ table: string }>(connection, 'foreign_key_check')) {
    yield { check: 'references', message: `a row of ${row.table} refers to a missing row` };
  }
  const known = new Set(connection.prepare<[], string>('select name from sqlite_schema').pluck().all());
  for (const name of namesMadeBy(migrations.applied)) {
    if (!known.has(name)) yield { check: 'structure', message: `${name} does not exist` };
  }
  yield* describeMigrations(migrations);
}
