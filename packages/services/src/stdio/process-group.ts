import { identityOf, type ProcessIdentity } from './process-identity.ts';

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
