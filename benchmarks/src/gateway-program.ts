import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';

const root = path.join(import.meta.dirname, '../..');

/** `gatehouse` as an operator runs it: it prints one JSON value, and sees no settings but these. */
export function spawnGatehouse(args: string[], environment: Record<string, string>): ChildProcessByStdio<null, Readable, null> {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [...gatehouseScript(), ...args, '--json'], {
    cwd: root,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Node arguments of the project's own script, including its flags. */
function gatehouseScript(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { gatehouse: string } };
  return scripts.gatehouse.split(' ').slice(1);
}
