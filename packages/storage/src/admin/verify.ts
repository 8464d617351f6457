import type Database from 'better-sqlite3';
import type { FileStore } from '../file-store.ts';
import { readMigrations } from '../migrate.ts';
import { pendingSqliteMigrations } from '../sqlite/migrate.ts';
import { openForReading } from './open-for-reading.ts';
import { checkActivity } from './verify-activity.ts';
import { checkHeads } from './verify-heads.ts';
import { checkObjects, countObjects } from './verify-objects.ts';
import { checkSearch } from './verify-search.ts';
import { checkVersions } from './verify-versions.ts';

/** Something that is not as it must be. */
export interface Problem {
  check: CheckName;
  message: string;
  itemId?: string;
}

export type CheckName = 'file' | 'references' | 'migrations' | 'versions' | 'heads' | 'search' | 'activity' | 'files';

export interface Verification {
  problems: Problem[];
  counts: { organizations: number; items: number; versions: number; activity: number; objects: number };
}

export interface VerifyOptions {
  file: string;
  /** Where the bytes of files are that are not in the database; without it those are only counted. */
  files?: Pick<FileStore, 'size'> | undefined;
  /** Told now and then how far a check is; the event loop gets its turn then. */
  onProgress?: (progress: { check: CheckName; done: number; total: number }) => void;
}

/** A check over rows: it yields how many it has looked at, and what it found wrong. */
export type Check = (connection: Database.Database) => Generator<Problem | number>;

const checks: [CheckName, Check, total: string][] = [
  ['versions', checkVersions, 'select count(*) from versions'],
  ['heads', checkHeads, 'select count(*) from items'],
  ['search', checkSearch, 'select count(*) from items'],
  ['activity', checkActivity, 'select 1'],
];

const most = 100;
const turnEveryMs = 50;

/** Checks everything that is stored, in one snapshot, beside a running gateway. Throws what SQLite says of a file it cannot read at all. */
export async function verifySqlite({ file, files, onProgress = () => {} }: VerifyOptions): Promise<Verification> {
  const connection = openForReading(file);
  try {
    connection.exec('BEGIN');
    const problems: Problem[] = [...checkFile(connection)];
    // Rows of a file that is torn say nothing.
    if (problems.length === 0) {
      for await (const problem of runChecks(connection, files, onProgress)) {
        problems.push(problem);
        if (problems.length >= most) break;
      }
    }
    return { problems, counts: countRows(connection) };
  } finally {
    connection.close();
  }
}

async function* runChecks(
  connection: Database.Database,
  files: VerifyOptions['files'],
  onProgress: NonNullable<VerifyOptions['onProgress']>,
): AsyncGenerator<Problem> {
  for (const [check, run, totalSql] of checks) {
    const total = connection.prepare(totalSql).pluck().get() as number;
    yield* withTurns(run(connection), (done) => onProgress({ check, done, total }));
    onProgress({ check, done: total, total });
  }
  if (!files) return;
  // The snapshot is over: waiting for the file store must not keep SQLite's log from being folded in.
  connection.exec('COMMIT');
  const total = countObjects(connection);
  for await (const found of checkObjects(connection, files)) {
    if (typeof found === 'number') onProgress({ check: 'files', done: found, total });
    else yield found;
  }
}

async function* withTurns(check: Generator<Problem | number>, tell: (done: number) => void): AsyncGenerator<Problem> {
  let last = performance.now();
  for (const found of check) {
    if (typeof found !== 'number') yield found;
    else if (performance.now() - last > turnEveryMs) {
      tell(found);
      await new Promise((resolve) => setImmediate(resolve));
      last = performance.now();
    }
  }
}

function* checkFile(connection: Database.Database): Generator<Problem> {
  for (const message of connection.prepare(`pragma integrity_check(${most})`).pluck().all() as string[]) {
    if (message !== 'ok') yield { check: 'file', message };
  }
  for (const row of connection.pragma('foreign_key_check') as { table: string }[]) {
    yield { check: 'references', message: `a row of ${row.table} refers to nothing` };
  }
  const pending = pendingSqliteMigrations(connection, readMigrations('sqlite'));
  if (pending.length > 0)
    yield {
      check: 'migrations',
      message: `${pending.length} migrations are missing, from ${pending[0]?.name} on: run "gatehouse migrate"`,
    };
}

function countRows(connection: Database.Database): Verification['counts'] {
  const count = (table: string) => {
    const known = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table);
    return known ? (connection.prepare(`select count(*) from ${table}`).pluck().get() as number) : 0;
  };
  return {
    organizations: count('organizations'),
    items: count('items'),
    versions: count('versions'),
    activity: count('activity'),
    objects: countObjects(connection),
  };
}
