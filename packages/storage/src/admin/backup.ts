import { existsSync, linkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { logsOf } from '../engines/sqlite/log-pair.ts';
import { flushToDisk, makePartialFile } from '../engines/sqlite/partial-file.ts';

export interface CopyOptions {
  /** The database to copy; a gateway may write to it meanwhile. */
  from: string;
  /** A file that must not exist. */
  to: string;
}

/**
 * Copies a database as it is at this instant. The copy is written under another name, checked, flushed and then linked into place, so `to`
 * is either complete or absent. Rejects with EEXIST if `to` exists, or if the log of another database is there, which SQLite would apply to
 * the copy.
 */
export async function copySqlite({ from, to }: CopyOptions): Promise<void> {
  const aside = makePartialFile(to);
  try {
    await copyInWorker({ from, to: aside });
    flushToDisk(aside);
    refuseLogs(to);
    linkSync(aside, to);
  } finally {
    rmSync(aside, { force: true });
  }
  flushToDisk(path.dirname(to));
}

function refuseLogs(to: string): void {
  const log = logsOf(to).find((name) => existsSync(name));
  if (log !== undefined) throw Object.assign(new Error(`${log} already exists`), { code: 'EEXIST', path: log });
}

/** Copies in a separate thread: the copy takes seconds, and this thread answers calls. */
function copyInWorker(workerData: CopyOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    // In the same folder as this file, as source or bundled.
    const script = new URL(`./backup-worker${path.extname(import.meta.filename)}`, import.meta.url);
    const worker = new Worker(script, { workerData });
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the copy ended with exit code ${code}`))));
  });
}
