import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { codeOf } from '@gatehouse/domain';
import type Database from 'better-sqlite3';
import { openHeader } from './file-header.ts';

/** A database file and the log that was written for it, with the possible values of the file's header. */
export interface LogPair {
  database: string;
  log: string;
  schemas: number[];
  /** Minimum number of pages. */
  pages: number;
}

/** Thrown if another file has replaced the database while the former log is still there. */
export class ReplacedDatabase extends Error {
  override name = 'ReplacedDatabase';
}

/**
 * Records which file a log belongs to. SQLite does not know: after a gateway is killed, it would write the log into any file that has taken
 * the database's place. After a power cut the record is either missing or correct. Returns false if the disk takes no file now. Serving
 * continues without the record, and the next look tries again.
 */
export function rememberPair(file: string, pair: LogPair): boolean {
  const aside = `${file}-pair.${process.pid}.new`;
  try {
    writeFileSync(aside, JSON.stringify(pair), { mode: 0o600 });
    renameSync(aside, `${file}-pair`);
    return true;
  } catch {
    rmSync(aside, { force: true });
    return false;
  }
}

export function forgetPair(file: string): void {
  rmSync(`${file}-pair`, { force: true });
}

/** Checks a connection that was just opened, before it has read anything. For a foreign log, closes it and throws ReplacedDatabase. */
export function refuseForeignLog(connection: Database.Database): void {
  const file = connection.name;
  const pair = readPair(file);
  // The log was made later, or was copied here together with its database. It no longer belongs to the pair.
  if (!pair || identityOf(`${file}-wal`) !== pair.log) return;
  const database = identityOf(file);
  if (database === pair.database && !isOther(pair)) return;
  const log = `${file}-wal`;
  connection.close();
  throw new ReplacedDatabase(
    `${file} is not the file that ${log} belongs to: it was replaced while a gateway used it, and this log would damage it. Stop every gateway that uses it. To continue with the current file, move its log away: "mv ${log} ${log}.before"; to continue with the former file, put it back in its place`,
  );
}

function isOther({ database, schemas, pages }: LogPair): boolean {
  const header = openHeader(database)();
  return header !== undefined && (!schemas.includes(header.schema) || header.pages < pages);
}

/** Returns undefined if there is no readable record. */
function readPair(file: string): LogPair | undefined {
  try {
    const { database, log, schemas, pages } = JSON.parse(readFileSync(`${file}-pair`, 'utf8')) as Partial<LogPair>;
    if (typeof database !== 'string' || typeof log !== 'string' || !Array.isArray(schemas) || typeof pages !== 'number') return undefined;
    return { database, log, schemas, pages };
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Files that SQLite would read into a new database of this name, whichever database they were written for. */
export function logsOf(file: string): string[] {
  return ['-wal', '-shm', '-journal'].map((ending) => `${file}${ending}`);
}

/** Device and inode. Undefined if the file does not exist. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
