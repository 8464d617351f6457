import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '@gatehouse/domain';

/** A process that still uses a database file that was deleted or replaced, and the paths from which its bytes can still be copied. */
export interface HeldFile {
  processId: number;
  database: string;
  log: string | undefined;
}

/** Finds such processes. Only Linux reports them, and those of other users only to root. */
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

/**
 * Open files of a process by name, with the path under which it has them. Empty for a process that has ended or belongs to another user.
 */
function openFilesOf(processId: string): Map<string, string> {
  const descriptors = `/proc/${processId}/fd`;
  const open = new Map<string, string>();
  try {
    for (const descriptor of readdirSync(descriptors)) {
      const at = path.join(descriptors, descriptor);
      open.set(readlinkSync(at), at);
    }
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOENT', 'ESRCH'].includes(codeOf(error) ?? '')) throw error;
  }
  return open;
}
