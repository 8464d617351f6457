import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a Node program that prints its own results. `environment` is added to that of this process. */
export async function runScript(name: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...environment } }), 'exit');
  return code === 0 ? [] : [`${name} ended with ${code}`];
}
