import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { isDamage } from './connection.ts';
import { openHeader } from './file-header.ts';

export interface OpenedFile {
  isReplaced(): boolean;
  /** Looks at the header now: a checkpoint writes SQLite's own over it. */
  look(): void;
  /** A checkpoint found the file other than its log says. */
  distrust(): void;
}

/**
 * Remembers which file a connection has opened, and tells later whether its path still names that one, with what was written to it by way
 * of SQLite. SQLite goes on with a file that was deleted, replaced or written over: everything is answered, and lost in the end.
 */
export function rememberFile(connection: Database.Database, path: string): OpenedFile {
  const opened = [path, `${path}-wal`].map((name) => ({ name, identity: identityOf(name) }));
  const isHeaderForeign = watchHeader(connection, opened[0]?.identity);
  let isForeign = false;
  const look = () => {
    isForeign ||= isHeaderForeign();
  };
  return {
    look,
    distrust() {
      isForeign = true;
    },
    isReplaced() {
      look();
      if (isForeign) return true;
      return opened.some((file) => {
        const now = identityOf(file.name);
        // The log of a database is made by its first reader or writer.
        file.identity ??= now;
        return file.identity !== now;
      });
    },
  };
}

/**
 * A file that was copied over the one that is open has its inode. But its header has a schema that this connection has not seen, as every
 * backup has, or fewer pages than before, as an earlier copy does.
 */
function watchHeader(connection: Database.Database, identity: string | undefined): () => boolean {
  const read = identity === undefined ? () => undefined : openHeader(identity);
  const ask = (name: 'schema_version' | 'page_count') => connection.pragma(name, { simple: true }) as number;
  const first = read();
  // The file follows its log: until the next checkpoint it may be at the schema of before.
  const schemas = new Set(first && [first.schema]);
  let pages = first?.pages ?? 0;

  function isForeign(): boolean {
    const now = read();
    if (!now) return false;
    if (!schemas.has(now.schema)) schemas.add(ask('schema_version'));
    // Somebody may have vacuumed it.
    if (now.pages < pages) pages = Math.min(pages, ask('page_count'));
    const found = !schemas.has(now.schema) || now.pages < pages;
    pages = Math.max(pages, now.pages);
    return found;
  }

  return () => {
    try {
      return isForeign();
    } catch (error) {
      // SQLite has read the page anew, and cannot make sense of it. Of another fault of the disk calls will tell.
      return isDamage(error);
    }
  };
}

/** Device and inode; undefined where there is no file. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
