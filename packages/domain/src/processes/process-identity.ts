import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identity of a process. The number alone can be reused, but number and start time never repeat together. */
export interface ProcessIdentity {
  pid: number;
  /** Start time, as its system writes it. */
  started: string;
}

/** Identity of the process that has this number now. Undefined if none has it, or if it has ended and its parent has not noticed yet. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startOnLinux(pid) : startElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

export function isSameProcess({ pid, started }: ProcessIdentity): boolean {
  return identityOf(pid)?.started === started;
}

/** True if any process has this number now, even one of another user. It need not be the process that had the number before. */
export function isNumberInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Status of a process on Linux. A process that has ended may still have its number. */
export interface ProcessStatus {
  hasEnded: boolean;
  group: number;
  session: number;
  started: string;
}

/** Undefined if no process has this number, and on every system except Linux. */
export function statusOf(pid: number): ProcessStatus | undefined {
  const stat = process.platform === 'linux' ? read(`/proc/${pid}/stat`) : undefined;
  // The name, in brackets, may contain any characters.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group, session] = fields ?? [];
  // Ticks since the machine started. The boot identifier distinguishes boots.
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
    // The process has ended, or its system does not report it.
    return undefined;
  }
}

function startElsewhere(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return line.trim() || undefined;
  } catch {
    // No process has this number.
    return undefined;
  }
}
