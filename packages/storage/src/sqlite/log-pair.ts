import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { codeOf } from '../error-parts.ts';
import { openHeader } from './file-header.ts';

/** A database file and the log that was written for it, with what the header of that file may say. */
export interface LogPair {
  database: string;
  log: string;
  schemas: number[];
  /** It has no fewer. */
  pages: number;
}

/** Another file lies where the database was, beside the log of that one. */
export class ReplacedDatabase extends Error {
  override name = 'ReplacedDatabase';
}

/**
 * Writes down which file a log belongs to. SQLite does not know: of a gateway that was killed it would put what lies in the log into any
 * file that has come to the place of the database. Whatever this says after a power cut, it says nothing or the truth. False where the disk
 * takes no file now: serving goes on without, and the next look tries again.
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

/** Closes a connection that was just opened, before it has read anything, and throws ReplacedDatabase. */
export function refuseForeignLog(connection: Database.Database): void {
  const file = connection.name;
  const pair = readPair(file);
  // A log that was made later, or copied here together with its database, is no longer the one of the pair.
  if (!pair || identityOf(`${file}-wal`) !== pair.log) return;
  const database = identityOf(file);
  if (database === pair.database && !isOther(pair)) return;
  const log = `${file}-wal`;
  connection.close();
  throw new ReplacedDatabase(
    `${file} is not the file that ${log} was written for: it was replaced while a gateway used it, and with that log it would be damaged. Stop every gateway on it. To go on with the file that is there, move its log away: "mv ${log} ${log}.before"; to go on with the former one, put that back in its place`,
  );
}

function isOther({ database, schemas, pages }: LogPair): boolean {
  const header = openHeader(database)();
  return header !== undefined && (!schemas.includes(header.schema) || header.pages < pages);
}

/** Undefined where there is none that can be read. */
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

/** What SQLite would read into a new file of this name, whatever it was written for. */
export function logsOf(file: string): string[] {
  return ['-wal', '-shm', '-journal'].map((ending) => `${file}${ending}`);
}

/** Device and inode; undefined where there is no file. */
export function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
