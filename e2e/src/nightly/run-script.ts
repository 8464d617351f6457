import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program of Node that writes what it finds by itself. */
export async function runScript(name: string, args: readonly string[]): Promise<string[]> {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  return code === 0 ? [] : [`${name} ended with ${code}`];
}
