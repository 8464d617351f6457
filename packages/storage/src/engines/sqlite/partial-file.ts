import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { identityOf, isNumberInUse } from '@gatehouse/domain/processes';

/**
 * Creates the file for content that gets its final name later. Only its owner can read it. Removes files that dead processes of this
 * machine left in the directory. Throws the system's error about the directory.
 */
export function makePartialFile(to: string): string {
  const directory = path.dirname(to);
  const aside = path.join(directory, `.${path.basename(to)}.${hostname()}.${nameOf(process.pid)}.partial`);
  try {
    closeSync(openSync(aside, 'w', 0o600));
  } catch (error) {
    // Report the directory: the name of this file means nothing to people.
    throw error instanceof Error ? Object.assign(error, { path: directory }) : error;
  }
  removeLeftovers(directory);
  return aside;
}

/** Waits until a file or directory is on the disk. A name survives a power failure only if its directory was flushed. */
export function flushToDisk(place: string): void {
  const descriptor = openSync(place, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes leftovers of this machine only. Others may share the directory, and their running processes are unknown. */
function removeLeftovers(directory: string): void {
  const ours = `.${hostname()}.`;
  for (const name of readdirSync(directory)) {
    const [, before, writer] = /^\.(.+\.)(\d+(?:-[0-9a-f]+)?)\.partial$/.exec(name) ?? [];
    if (writer && before?.endsWith(ours) && !isRunning(writer)) rmSync(path.join(directory, name), { force: true });
  }
}

/** Process number and start time, hashed to fit a file name. Only the number if the system does not report the start. */
function nameOf(pid: number): string {
  const identity = identityOf(pid);
  return identity ? `${pid}-${createHash('sha256').update(identity.started).digest('hex').slice(0, 12)}` : `${pid}`;
}

/** True if the writer may still be running. Older versions wrote only the number. A process with a hidden start may be the writer. */
function isRunning(writer: string): boolean {
  const pid = Number.parseInt(writer, 10);
  const named = nameOf(pid);
  return isNumberInUse(pid) && (named === writer || !named.includes('-') || !writer.includes('-'));
}
