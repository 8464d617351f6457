import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = path.join(import.meta.dirname, '../../..');

/** Last commit with closed result schemas, and first commit with open ones. Clients of the second one stay connected (D9). */
export const lastClosed = '1ce62e4';
export const firstOpen = 'd9dc150';

/** Returns the command of a commit of this repository in `folder`. Installs it there from its lock file if it is missing. */
export async function installVersion(commit: string, folder: string): Promise<string> {
  const sources = path.join(folder, commit);
  const program = path.join(sources, 'apps/cli/bin/gatehouse.mjs');
  if (existsSync(path.join(sources, 'node_modules'))) return program;
  mkdirSync(sources, { recursive: true });
  const archive = path.join(folder, `${commit}.tar`);
  await run('git', ['archive', '--output', archive, commit], { cwd: repository });
  await run('tar', ['-xf', archive, '-C', sources]);
  await run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: sources });
  return program;
}
