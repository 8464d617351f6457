import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isDamage } from './connection.ts';
import { openHeader } from './file-header.ts';
import { forgetPair, identityOf, rememberPair } from './log-pair.ts';
import { readNumber } from './read-pragma.ts';

export interface OpenedFile {
  isReplaced(): boolean;
  /** True if another file was copied over it. Check this before a checkpoint, which writes SQLite's own header and pages there. */
  isWrittenOver(): boolean;
  /** Marks the file as foreign after a checkpoint found that it does not match its log. */
  distrust(): void;
  /** Closes the connection. Content that is only in the log then goes into the file, but never into one that was written over. */
  close(): void;
}

/**
 * Remembers which file a connection has opened. Later it checks that the path still names that file, with the content that SQLite wrote.
 * SQLite keeps using a file that was deleted, replaced or written over: it answers everything, and the data is lost in the end.
 */
export function rememberFile(connection: Database.Database, path: string): OpenedFile {
  const opened = [path, `${path}-wal`].map((name) => ({ name, identity: identityOf(name) }));
  const header = watchHeader(connection, opened[0]?.identity);
  const holder = holdOpen(path);
  let isForeign = false;
  let written = '';
  keepPair();

  /** Records the pair of file and log, if both are the ones in use, for the next process that opens them. */
  function keepPair(): void {
    const [database, log] = opened.map(({ name }) => identityOf(name));
    const known = header.known();
    if (known === undefined || log === undefined || database === undefined || database !== opened[0]?.identity) return;
    const pair = { database, log, ...known };
    if (written === JSON.stringify(pair)) return;
    if (rememberPair(path, pair)) written = JSON.stringify(pair);
  }

  function isWrittenOver(): boolean {
    isForeign ||= header.isForeign();
    if (!isForeign) keepPair();
    return isForeign;
  }

  return {
    isWrittenOver,
    distrust() {
      isForeign = true;
    },
    isReplaced() {
      if (isWrittenOver()) return true;
      return opened.some((file) => {
        const now = identityOf(file.name);
        // The first reader or writer creates the log of a database.
        file.identity ??= now;
        return file.identity !== now;
      });
    },
    close() {
      if (!isWrittenOver()) {
        holder.close();
        connection.close();
        // The last connection empties the log and removes it.
        if (!existsSync(`${path}-wal`)) forgetPair(path);
        return;
      }
      connection.close();
      holder.close();
      setLogAside(path, opened[1]?.identity);
    },
  };
}

/**
 * Opens a connection that cannot write. SQLite empties the log into the file when the last connection is closed, and the driver does not
 * expose the switch against it. If this connection is the last one, the log stays.
 */
function holdOpen(path: string): Database.Database {
  const holder = new Database(path, { readonly: true });
  try {
    // The first read joins it to the other connections.
    holder.pragma('schema_version');
    return holder;
  } catch (error) {
    holder.close();
    throw error;
  }
}

/** Moves the log away: with it, opening the copied file would replace its pages. */
function setLogAside(path: string, identity: string | undefined): void {
  const log = `${path}-wal`;
  if (identity === undefined || identityOf(log) !== identity) return;
  renameSync(log, `${log}.before`);
  rmSync(`${path}-shm`, { force: true });
  forgetPair(path);
}

/**
 * Detects a file that was copied over the open one. It keeps the inode, but its header differs. A backup has a schema version that this
 * connection has not seen, and an earlier copy has fewer pages.
 */
function watchHeader(connection: Database.Database, identity: string | undefined) {
  const read = identity === undefined ? () => undefined : openHeader(identity);
  const ask = (name: 'schema_version' | 'page_count') => readNumber(connection, name);
  const first = read();
  // The file follows its log: until the next checkpoint it may have the previous schema version.
  const schemas = new Set(first && [first.schema, ask('schema_version')]);
  let pages = first?.pages ?? 0;

  function isForeign(): boolean {
    const now = read();
    if (!now) return false;
    if (!schemas.has(now.schema)) schemas.add(ask('schema_version'));
    // A vacuum may have made the file smaller.
    if (now.pages < pages) pages = Math.min(pages, ask('page_count'));
    const found = !schemas.has(now.schema) || now.pages < pages;
    pages = Math.max(pages, now.pages);
    return found;
  }

  return {
    isForeign(): boolean {
      try {
        return isForeign();
      } catch (error) {
        // SQLite has read the page again and cannot parse it. Calls will report other disk faults.
        return isDamage(error);
      }
    },
    /** Possible values of the header. Undefined if it cannot be read. */
    known: () => first && { schemas: [...schemas], pages },
  };
}
