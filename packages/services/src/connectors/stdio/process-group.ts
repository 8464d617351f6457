import { readdirSync } from 'node:fs';
import { identityOf, isSameProcess, type ProcessIdentity, statusOf } from '@gatehouse/domain/processes';

/** Variables that a child inherits from the gateway's environment. Its connection names all others. */
const inherited = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'PATHEXT', 'TEMP'];

export function inheritedEnvironment(): Record<string, string> {
  const present = inherited.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Record<string, string>;
}

/** Signals a process and its whole group. No other group gets its number while any member runs. */
export function killGroup({ pid, started }: ProcessIdentity, signal: NodeJS.Signals): void {
  const current = identityOf(pid);
  // Another process has the number now, so the group has ended.
  if (current && current.started !== started) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group has no members left, or its number belongs to another user now.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * True if a process runs in the group that `leader` led, even after the leader ended. An ended process that was not reaped keeps the
 * group's number in use, but does not count. On systems other than Linux, only the leader is checked.
 */
export function isGroupAlive(leader: ProcessIdentity): boolean {
  if (isSameProcess(leader)) return true;
  const status = statusOf(leader.pid);
  // A number is reused only after its group has ended, so the process belongs to another group.
  if (status && status.started !== leader.started) return false;
  return hasMembers(leader.pid);
}

/**
 * True if the group has members. A command also leads its session, and a group is always in one session, so a group in another session is a
 * different one.
 */
function hasMembers(leader: number): boolean {
  return processNumbers().some((pid) => {
    const status = statusOf(pid);
    return status?.group === leader && status.session === leader && !status.hasEnded;
  });
}

function processNumbers(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').map(Number).filter(Number.isSafeInteger);
}
