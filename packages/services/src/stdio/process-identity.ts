import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process. Its number alone may be another one's by now; its number and its start never are. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in the words of its system. */
  started: string;
}

/** The process that has this number now; undefined where none has, or where it has ended and nobody has taken note yet. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

export function isSameProcess({ pid, started }: ProcessIdentity): boolean {
  return identityOf(pid)?.started === started;
}

/** In ticks since the machine started, from which the number of the boot is told apart. */
function startOnLinux(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  // The name, in brackets, may have any letters.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields?.[0], fields?.[19]];
  return ticks === undefined || state === 'Z' || state === 'X' ? undefined : `${bootOf()} ${ticks}`;
}

let boot: string | undefined;
function bootOf(): string {
  boot ??= read('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return boot;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It ended, or belongs to a system that does not tell.
    return undefined;
  }
}

function startElsewhere(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return line.trim() || undefined;
  } catch {
    // There is none of this number.
    return undefined;
  }
}
