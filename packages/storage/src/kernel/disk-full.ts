import { codeOf } from '@gatehouse/domain';

/** True if the disk is full. The whole transaction was rolled back. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  // SQLite reports "full", or "I/O error" if its shared memory cannot grow.
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE' || code === 'SQLITE_IOERR_WRITE' || code === '53100';
}
