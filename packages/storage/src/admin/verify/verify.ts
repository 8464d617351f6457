import { codeOf, messageOf } from '@gatehouse/domain';
import type { StoreAddress } from '../../engines/copy/store-address.ts';
import type { FileStore } from '../../kernel/file-store.ts';
import { openSnapshot } from '../open-snapshot.ts';
import type { CheckName, Findings, Problem } from '../problem.ts';
import { countOf, type Snapshot } from '../snapshot.ts';
import { checkActivity } from './verify-activity.ts';
import { checkActivityItems } from './verify-activity-items.ts';
import { checkActivitySums } from './verify-activity-sums.ts';
import { checkChanges } from './verify-changes.ts';
import { checkHeads } from './verify-heads.ts';
import { checkObjects, countObjects } from './verify-objects.ts';
import { checkReviews } from './verify-reviews.ts';
import { checkRows, ruledTables } from './verify-rows.ts';
import { checkSearch } from './verify-search.ts';
import { checkSecrets, type OpenSecret } from './verify-secrets.ts';
import { checkServices } from './verify-services.ts';
import { checkSkills } from './verify-skills.ts';
import { checkSlots } from './verify-slots.ts';
import { checkVersions } from './verify-versions.ts';
import { checkWords } from './verify-words.ts';

export interface Verification {
  problems: Problem[];
  counts: { organizations: number; items: number; versions: number; activity: number; objects: number };
}

export interface VerifyOptions {
  database: StoreAddress;
  /** File store for bytes outside the database. Without it they are only counted. */
  files?: Pick<FileStore, 'size'> | undefined;
  /** Opens a credential with the installation's secret. Without it, only the outer form of credentials is checked. */
  openSecret?: OpenSecret | undefined;
  /** Called regularly with the progress of a check. The event loop runs then. */
  onProgress?: (progress: { check: CheckName; done: number; total: number }) => void;
}

type Tell = NonNullable<VerifyOptions['onProgress']>;

interface Check {
  name: CheckName;
  run(snapshot: Snapshot): Findings;
  /** Number of rows to check. */
  total(snapshot: Snapshot): Promise<number>;
}

const most = 100;
const turnEveryMs = 50;

/**
 * Checks everything that is stored, in one snapshot, while a gateway may run. Keeps one page of rows in memory. Throws UnreadableDatabase
 * for a file that is not a database of Gatehouse, and MigrationError for a database that is newer or cannot be reached.
 */
export async function verifyDatabase(options: VerifyOptions): Promise<Verification> {
  const problems: Problem[] = [];
  let counts: Verification['counts'] = { organizations: 0, items: 0, versions: 0, activity: 0, objects: 0 };
  try {
    const snapshot = await openSnapshot(options.database);
    try {
      for await (const problem of findProblems(snapshot, options)) {
        problems.push(problem);
        if (problems.length >= most) break;
      }
      counts = await countRows(snapshot);
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    problems.push({ check: 'file', message: messageOf(error) });
  }
  return { problems, counts };
}

async function* findProblems(snapshot: Snapshot, options: VerifyOptions): AsyncGenerator<Problem> {
  const { files, openSecret, onProgress: tell = () => {} } = options;
  let isTorn = false;
  for await (const problem of snapshot.structure()) {
    isTorn ||= problem.check !== 'migrations' && problem.check !== 'log';
    yield problem;
  }
  // Checks of rows mean nothing in a torn database.
  if (isTorn) return;
  for (const check of checksOf(openSecret)) yield* runCheck(snapshot, check, tell);
  if (!files) return;
  // Waiting for the file store must not keep the snapshot open: it would prevent cleaning up rows deleted meanwhile.
  await snapshot.release();
  yield* withTurns('files', checkObjects(snapshot, files), await countObjects(snapshot), tell);
}

function checksOf(openSecret: OpenSecret | undefined): Check[] {
  const rowsOf = (table: string) => async (snapshot: Snapshot) =>
    snapshot.coming.has(table) ? 0 : await countOf(snapshot, `select count(*) as count from ${table}`);
  return [
    { name: 'versions', run: checkVersions, total: rowsOf('versions') },
    { name: 'heads', run: checkHeads, total: rowsOf('items') },
    { name: 'skills', run: checkSkills, total: rowsOf('skill_manifests') },
    { name: 'search', run: checkSearch, total: rowsOf('items') },
    { name: 'search', run: checkWords, total: rowsOf('items') },
    { name: 'rows', run: checkRows, total: async () => ruledTables.length },
    { name: 'rows', run: checkSlots, total: rowsOf('call_slots') },
    { name: 'rows', run: checkChanges, total: rowsOf('changes') },
    { name: 'rows', run: checkReviews, total: rowsOf('reviews') },
    { name: 'rows', run: checkServices, total: async () => 0 },
    ...(openSecret ? [{ name: 'secrets' as const, run: (on: Snapshot) => checkSecrets(on, openSecret), total: async () => 0 }] : []),
    { name: 'activity', run: checkActivity, total: rowsOf('activity') },
    { name: 'activity', run: checkActivitySums, total: async () => 0 },
    { name: 'activity', run: checkActivityItems, total: async () => 0 },
  ];
}

/** Runs one check. A fault that ends the check is reported as a problem, and the other checks still run. */
async function* runCheck(snapshot: Snapshot, { name, run, total }: Check, tell: Tell): AsyncGenerator<Problem> {
  await snapshot.mark();
  try {
    yield* withTurns(name, run(snapshot), await total(snapshot), tell);
  } catch (error) {
    if (isDamage(error) || !(await snapshot.recover())) throw error;
    yield { check: name, message: `the check ended early: ${messageOf(error)}` };
  }
}

/** Passes on the problems of a check, reports its progress, and regularly yields to the event loop. */
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

/** True if a page or an index cannot be read. */
function isDamage(error: unknown): boolean {
  return /^(?:XX00[12]$|SQLITE_CORRUPT|SQLITE_IOERR)/.test(codeOf(error) ?? '');
}

/** Counts existing tables. Missing tables are reported as problems. */
async function countRows(snapshot: Snapshot): Promise<Verification['counts']> {
  const count = async (table: string) =>
    (await snapshot.hasTable(table)) ? await countOf(snapshot, `select count(*) as count from ${table}`) : 0;
  return {
    organizations: await count('organizations'),
    items: await count('items'),
    versions: await count('versions'),
    activity: await count('activity'),
    objects: await countObjects(snapshot),
  };
}
