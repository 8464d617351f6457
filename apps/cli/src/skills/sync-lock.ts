import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '@gatehouse/domain';
import { identityOf, isSameProcess, type ProcessIdentity } from '@gatehouse/domain/processes';
import { CommandError } from '../kernel/faults.ts';

const lockFile = '.gatehouse-sync.lock';

/**
 * Locks a directory of skills for one run. Refused while another process of this machine syncs it. The lock of a killed process is taken
 * over.
 */
export async function withSyncLock<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  const file = path.join(target, lockFile);
  take(file, target);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string, target: string): void {
  try {
    writeFileSync(file, JSON.stringify(identityOf(process.pid)), { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    if (isHeld(file)) throw new CommandError(`${target} is being synced by another process: wait until that process has ended`);
    rmSync(file, { force: true });
    take(file, target);
  }
}

/** True if the process that holds the lock runs. A process that was killed while writing the file does not run either. */
function isHeld(file: string): boolean {
  try {
    const holder: ProcessIdentity = JSON.parse(readFileSync(file, 'utf8'));
    return isSameProcess(holder);
  } catch {
    return false;
  }
}
