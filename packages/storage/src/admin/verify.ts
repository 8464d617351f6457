import type { StoreAddress } from '../copy/store-address.ts';
import type { FileStore } from '../file-store.ts';
import { openSnapshot } from './open-snapshot.ts';
import type { CheckName, Findings, Problem } from './problem.ts';
import { countOf, type Snapshot } from './snapshot.ts';
import { checkActivity } from './verify-activity.ts';
import { checkHeads } from './verify-heads.ts';
import { checkObjects, countObjects } from './verify-objects.ts';
import { checkSearch } from './verify-search.ts';
import { checkVersions } from './verify-versions.ts';

export interface Verification {
  problems: Problem[];
  counts: { organizations: number; items: number; versions: number; activity: number; objects: number };
}

export interface VerifyOptions {
  database: StoreAddress;
  /** Where the bytes of files are that are not in the database; without it those are only counted. */
  files?: Pick<FileStore, 'size'> | undefined;
  /** Told now and then how far a check is; the event loop gets its turn then. */
  onProgress?: (progress: { check: CheckName; done: number; total: number }) => void;
}

type Tell = NonNullable<VerifyOptions['onProgress']>;

type Check = (snapshot: Snapshot) => Findings;

const checks: [CheckName, Check, table: string][] = [
  ['versions', checkVersions, 'versions'],
  ['heads', checkHeads, 'items'],
  ['search', checkSearch, 'items'],
  ['activity', checkActivity, 'activity'],
];

const most = 100;
const turnEveryMs = 50;

/**
 * Checks everything that is stored, in one snapshot, beside a running gateway; a page of rows in memory at a time. Throws
 * UnreadableDatabase for what is no database of Gatehouse, MigrationError for one that cannot be reached or is newer.
 */
export async function verifyDatabase({ database, files, onProgress = () => {} }: VerifyOptions): Promise<Verification> {
  const snapshot = await openSnapshot(database);
  try {
    const problems: Problem[] = [];
    for await (const problem of findProblems(snapshot, files, onProgress)) {
      problems.push(problem);
      if (problems.length >= most) break;
    }
    return { problems, counts: await countRows(snapshot) };
  } finally {
    await snapshot.close();
  }
}

async function* findProblems(snapshot: Snapshot, files: VerifyOptions['files'], tell: Tell): AsyncGenerator<Problem> {
  let isTorn = false;
  for await (const problem of snapshot.structure()) {
    isTorn ||= problem.check !== 'migrations';
    yield problem;
  }
  // Rows of a database that is torn say nothing.
  if (isTorn) return;
  try {
    for (const [check, run, table] of checks) {
      yield* withTurns(check, run(snapshot), await countOf(snapshot, `select count(*) as count from ${table}`), tell);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    await snapshot.release();
    yield { check: 'file', message: (error as Error).message };
    return;
  }
  if (!files) return;
  // Waiting for the file store must not keep what is deleted meanwhile from being cleared away.
  await snapshot.release();
  yield* withTurns('files', checkObjects(snapshot, files), await countObjects(snapshot), tell);
}

/** Hands on the problems of a check, tells how far it is, and now and then gives the event loop its turn. */
async function* withTurns(check: CheckName, found: Findings, total: number, tell: Tell): AsyncGenerator<Problem> {
  let last = performance.now();
  let done = 0;
  for await (const one of found) {
    if (typeof one !== 'number') {
      yield one;
      continue;
    }
    done += one;
    if (performance.now() - last < turnEveryMs) continue;
    tell({ check, done, total });
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  }
  tell({ check, done: total, total });
}

/** Postgres could not read a page or an index; SQLite's pages were all looked at before. */
function isDamage(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === 'XX001' || code === 'XX002';
}

/** Of what is there: a table that is missing, or cannot be read, is among the problems. */
async function countRows(snapshot: Snapshot): Promise<Verification['counts']> {
  const count = async (table: string) => {
    if (!(await snapshot.hasTable(table))) return 0;
    return await countOf(snapshot, `select count(*) as count from ${table}`).catch((error: unknown) => {
      if (isDamage(error)) return 0;
      throw error;
    });
  };
  return {
    organizations: await count('organizations'),
    items: await count('items'),
    versions: await count('versions'),
    activity: await count('activity'),
    objects: await countObjects(snapshot),
  };
}
