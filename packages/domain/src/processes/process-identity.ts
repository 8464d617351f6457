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

/** Whether any process has this number now, also one of another user. It need not be the one that had the number before. */
export function isNumberInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What Linux tells about a process, also about one that has ended and still has its number. */
export interface ProcessStatus {
  hasEnded: boolean;
  group: number;
  session: number;
  started: string;
}

/** Undefined where no process has this number, and on every system but Linux. */
export function statusOf(pid: number): ProcessStatus | undefined {
  const stat = process.platform === 'linux' ? read(`/proc/${pid}/stat`) : undefined;
  // The name, in brackets, may have any letters.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group, session] = fields ?? [];
  // In ticks since the machine started, so that boots can be distinguished.
  const ticks = fields?.[19];
  if (ticks === undefined) return undefined;
  const hasEnded = state === 'Z' || state === 'X';
  return { hasEnded, group: Number(group), session: Number(session), started: `${bootOf()} ${ticks}` };
}

function startOnLinux(pid: number): string | undefined {
  const status = statusOf(pid);
  return status?.hasEnded ? undefined : status?.started;
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
