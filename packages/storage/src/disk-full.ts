import { codeOf } from './error-parts.ts';
/** The disk has no room for what was to be written: all of its transaction is taken back. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  // SQLite says "full", or, where its shared memory cannot grow, "I/O error".
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE' || code === 'SQLITE_IOERR_WRITE' || code === '53100';
}
