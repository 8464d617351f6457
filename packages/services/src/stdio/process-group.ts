import { readdirSync } from 'node:fs';
import { identityOf, isSameProcess, type ProcessIdentity, statusOf } from '@gatehouse/domain/processes';

/** What a child inherits of the gateway's environment; everything else is named by its connection. */
const inherited = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'PATHEXT', 'TEMP'];

export function inheritedEnvironment(): Record<string, string> {
  const present = inherited.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Record<string, string>;
}

/** Signals a process and all that it started in its group. The number of a group belongs to nobody else as long as anybody is in it. */
export function killGroup({ pid, started }: ProcessIdentity, signal: NodeJS.Signals): void {
  const current = identityOf(pid);
  // Another process has the number by now, so the group is over.
  if (current && current.started !== started) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Nobody of the group is left, or it is another user's by now.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * Whether a process runs in the group that `leader` led, also after the leader ended. A process that has ended and that nobody took
 * note of keeps the group's number in use, but is no reason to wait. Elsewhere than on Linux, only the leader is looked for.
 */
export function isGroupAlive(leader: ProcessIdentity): boolean {
  if (isSameProcess(leader)) return true;
  const status = statusOf(leader.pid);
  // A number is given again only when its group is over: a group of that number is another one.
  if (status && status.started !== leader.started) return false;
  return hasMembers(leader.pid);
}

/** A command leads its session too, and a group is always in one session: in another session, it is another group of that number. */
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
