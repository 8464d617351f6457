import type { ChildProcess } from 'node:child_process';

/** What a child inherits of the gateway's environment; everything else is named by its connection. */
const inherited = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SystemRoot', 'PATHEXT', 'TEMP'];

export function inheritedEnvironment(): Record<string, string> {
  const present = inherited.map((name) => [name, process.env[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Record<string, string>;
}

/** Signals the child and all it started. */
export function killGroup({ pid }: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Nobody of the group is left, or it is another user's by now.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
