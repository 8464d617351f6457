import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** A process that goes on with a database file that was deleted or replaced, and where its bytes can still be copied from. */
export interface HeldFile {
  processId: number;
  database: string;
  log: string | undefined;
}

/** Only Linux tells, and of other users' processes only to root. */
export function findHeldFiles(file: string): HeldFile[] {
  const directory = path.dirname(file);
  if (!existsSync('/proc/self/fd') || !existsSync(directory)) return [];
  const name = path.join(realpathSync(directory), path.basename(file));
  const held: HeldFile[] = [];
  for (const processId of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const open = openFilesOf(processId);
    const deleted = [name, `${name}-wal`].map((one) => open.get(`${one} (deleted)`));
    if (deleted.every((one) => one === undefined)) continue;
    const [database = open.get(name), log = open.get(`${name}-wal`)] = deleted;
    if (database !== undefined) held.push({ processId: Number(processId), database, log });
  }
  return held;
}

/** By what they are called, with the path at which the process has them; empty of a process that is gone or somebody else's. */
function openFilesOf(processId: string): Map<string, string> {
  const descriptors = `/proc/${processId}/fd`;
  const open = new Map<string, string>();
  try {
    for (const descriptor of readdirSync(descriptors)) {
      const at = path.join(descriptors, descriptor);
      open.set(readlinkSync(at), at);
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'ENOENT', 'ESRCH'].includes(code)) throw error;
  }
  return open;
}
