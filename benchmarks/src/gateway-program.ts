import { type ChildProcessByStdio, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

const program = path.join(import.meta.dirname, '../../apps/cli/bin/gatehouse.mjs');

/** `gatehouse` as an operator runs it: it prints one JSON value, and sees no settings but these. */
export function spawnGatehouse(args: string[], environment: Record<string, string>): ChildProcessByStdio<null, Readable, null> {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [program, ...args, '--json'], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
