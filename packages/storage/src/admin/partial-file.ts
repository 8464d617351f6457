import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { codeOf } from '../error-parts.ts';

/**
 * Makes the file in which something is written before it gets its name, readable by its owner alone. What processes of this
 * machine left behind in that directory that are gone is removed. Throws what the system says of the directory.
 */
export function makePartialFile(to: string): string {
  const directory = path.dirname(to);
  const aside = path.join(directory, `.${path.basename(to)}.${hostname()}.${process.pid}.partial`);
  try {
    closeSync(openSync(aside, 'w', 0o600));
  } catch (error) {
    // Nobody has heard of the file: it is the directory that is not as it must be.
    throw error instanceof Error ? Object.assign(error, { path: directory }) : error;
  }
  removeLeftovers(directory);
  return aside;
}

/** Only of this machine: of others, which may share the directory, it is not known which processes live. */
function removeLeftovers(directory: string): void {
  const ours = `.${hostname()}.`;
  for (const name of readdirSync(directory)) {
    const [, before, processId] = /^\.(.+\.)(\d+)\.partial$/.exec(name) ?? [];
    if (before?.endsWith(ours) && !isRunning(Number(processId))) rmSync(path.join(directory, name), { force: true });
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // It lives and belongs to somebody else.
    return codeOf(error) === 'EPERM';
  }
}
