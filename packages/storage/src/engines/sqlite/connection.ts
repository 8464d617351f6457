import Database from 'better-sqlite3';
import { refuseForeignLog } from './log-pair.ts';

const lockRetries = 50;

/**
 * Opens a database file in WAL mode. Two processes that create the same file can collide while switching to WAL, which the busy timeout
 * does not cover. The switch is retried for about a second. Throws ReplacedDatabase.
 */
export function openConnection(file: string): Database.Database {
  const connection = new Database(file, { timeout: 5000 });
  refuseForeignLog(connection);
  switchToWal(connection);
  connection.pragma('journal_size_limit = 67108864');
  // Every call commits. With the usual 1,000 pages, checkpoints would run many times a second under load.
  connection.pragma('wal_autocheckpoint = 4000');
  connection.pragma('cache_size = -32000');
  connection.pragma('temp_store = MEMORY');
  connection.pragma('foreign_keys = ON');
  return connection;
}

function switchToWal(connection: Database.Database): void {
  for (let attempt = 0; connection.pragma('journal_mode', { simple: true }) !== 'wal'; attempt++) {
    try {
      connection.pragma('journal_mode = WAL');
    } catch (error) {
      if (!isBusy(error) || attempt === lockRetries) throw error;
      pause(20);
    }
  }
}

/** True if another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** True if the content of the file is not what SQLite wrote there. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}

/** Blocks the thread. Used only while opening, before calls are served. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
