import type Database from 'better-sqlite3';
import { isDamage } from './connection.ts';
import type { OpenedFile } from './opened-file.ts';
import { readPragma } from './read-pragma.ts';

/** Quiet time before a checkpoint: no call waits then. */
const quietMs = 1000;
const maxMs = 15_000;
/** Commits that fill the log until SQLite makes a checkpoint itself (`wal_autocheckpoint`). */
const manyCommits = 2000;

export interface Checkpoints {
  /** Called after each commit. */
  committed(): void;
  close(): void;
}

/**
 * Copies commits from the write-ahead log into the database file: after a second without a commit, and every 15 seconds under a light load.
 * SQLite itself waits for thousands of pages, which a small workspace does not write in weeks. Until then all data would be in the log, and
 * would be lost with the log's first page. A file that was written over receives nothing.
 */
export function keepCheckpoints(connection: Database.Database, file?: Pick<OpenedFile, 'isWrittenOver' | 'distrust'>): Checkpoints {
  let timer: NodeJS.Timeout | undefined;
  let commits = 0;
  /** State since the last checkpoint: time and number of commits at the first look, and number of commits at the last look. */
  let first = { at: 0, commits: 0 };
  let seen = 0;

  function begin(): void {
    first = { at: performance.now(), commits };
    seen = commits;
  }

  function look(): void {
    const isQuiet = commits === seen;
    seen = commits;
    if (commits - first.commits > manyCommits) begin();
    const isDue = isQuiet || performance.now() - first.at >= maxMs;
    if (isDue && file?.isWrittenOver()) {
      connection.pragma('wal_autocheckpoint = 0');
      timer = undefined;
      return;
    }
    const outcome = isDue ? makeCheckpoint(connection) : 'partial';
    if (outcome === 'damaged') file?.distrust();
    if (outcome === 'whole') timer = undefined;
    else timer?.refresh();
  }

  return {
    committed() {
      commits++;
      if (timer) return;
      begin();
      timer = setTimeout(look, quietMs).unref();
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/**
 * Makes a checkpoint without waiting. Returns `partial` if a reader of an earlier state still needs a part of the log, or if the disk takes
 * no writes. Returns `damaged` if the file does not match the log.
 */
export function makeCheckpoint(connection: Database.Database): 'whole' | 'partial' | 'damaged' {
  try {
    const [state] = readPragma<{ busy: number; log: number; checkpointed: number }>(connection, 'wal_checkpoint(PASSIVE)');
    return state?.busy === 0 && state.log === state.checkpointed ? 'whole' : 'partial';
  } catch (error) {
    // The log is intact. The next look tries again, and the next writer gets the error of the disk.
    return isDamage(error) ? 'damaged' : 'partial';
  }
}
