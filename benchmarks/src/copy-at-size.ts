import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres, openSqlite } from '@gatehouse/storage';
import { readStorageUse } from '@gatehouse/storage/admin';
import { startPostgres } from '@gatehouse/storage/testing';
import { compareAnswers } from './copy-answers.ts';
import { makeDataset } from './dataset.ts';
import { runCommand } from './gateway-command.ts';
import { step } from './report.ts';

/**
 * `node benchmarks/src/copy-at-size.ts [documents] [rows of the log]`: copies a workspace with three versions of each document to Postgres,
 * killed once on the way, verifies both, and compares answers. Then copies it all back. TMPDIR chooses the disk.
 */
const [documents = 100_000, activityRows = 1_000_000] = process.argv.slice(2).map(Number);
const comparedCalls = 1200;

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-copy-at-size-'));
const postgres = await startPostgres({ durable: true, settings: ['max_wal_size=4GB', 'shared_buffers=256MB'] });
try {
  step(`${documents.toLocaleString('en')} documents with 3 versions, ${activityRows.toLocaleString('en')} rows of the log`);
  const making = performance.now();
  const { file, docIds } = await makeDataset(folder, { documents, activityRows, keys: 10, versions: 3, activityDays: 85 });
  const url = postgres.url();
  const back = path.join(folder, 'back.db');
  tell(`made in ${seconds(making)}: ${megabytes(statSync(file).size)} of SQLite`);

  const there = ['copy', '--from', `sqlite:${file}`, '--to', url];
  const first = runCommand(there);
  await untilCopied(url, 0.4 * activityRows);
  first.kill();
  tell(`copying to Postgres: killed after ${(await first.over).seconds.toFixed(1)} s, in the middle of the log`);
  tell(`copying to Postgres, the rest, with index and comparison: ${await describe(runCommand(there))}`);
  const use = await readStorageUse({ engine: 'postgres', url });
  tell(`Postgres has ${megabytes(use?.sizeBytes ?? 0)}`);
  tell(`verify of SQLite: ${await describe(runCommand(['verify', file]))}`);
  tell(`verify of Postgres: ${await describe(runCommand(['verify'], { DATABASE_URL: url }))}`);
  await compare(url, file, docIds);

  tell(`copying back to SQLite: ${await describe(runCommand(['copy', '--from', url, '--to', `sqlite:${back}`]))}`);
  tell(`verify of the copy: ${await describe(runCommand(['verify', back]))}`);
  await compare(url, back, docIds);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true });
}

async function compare(databaseUrl: string, sqliteFile: string, docIds: string[]): Promise<void> {
  const stores = [openSqlite({ file: sqliteFile }), await openPostgres({ url: databaseUrl })] as const;
  const { calls, different } = await compareAnswers(stores, docIds, comparedCalls);
  tell(`${calls} calls on both: ${different.length} answered differently`);
  for (const one of different) tell(`  ${one}`);
  for (const store of stores) await store.close();
  if (different.length > 0) throw new Error('the copies do not answer alike');
}

/** Resolves when this many rows of the log have arrived. */
async function untilCopied(databaseUrl: string, rows: number): Promise<void> {
  for (;;) {
    const use = await readStorageUse({ engine: 'postgres', url: databaseUrl });
    if ((use?.activityRows ?? 0) >= rows) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function describe({ over }: ReturnType<typeof runCommand>): Promise<string> {
  const { value, seconds } = await over;
  const { ok, rows } = value ?? {};
  return `${seconds.toFixed(1)} s, ${rows === undefined ? '' : `${Number(rows).toLocaleString('en')} rows, `}${ok === true ? 'nothing wrong' : 'NOT IN ORDER'}`;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MB`;
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
