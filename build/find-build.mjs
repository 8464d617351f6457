import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from './state-of-sources.mjs';

/**
 * The folder of the build with this state; a program of its own writes it when there is none. Rejects with why it could not.
 * @param {{ script: string, folder: string, name: string, state: string, options?: object, signal?: AbortSignal }} request
 * script: in this folder; folder: where builds lie, in `bundles`; name: of the builds of those who may not write there
 * @returns {Promise<string>}
 */
export async function findBuild({ script, folder, name, state, options, signal }) {
  const places = [path.join(folder, 'bundles'), cacheFolder(name)];
  const found = places.map((place) => path.join(place, state)).find((target) => existsSync(target));
  return found ?? (await writeApart(script, { folder, places, ...options }, signal));
}

/** Cache for users who cannot write to the project, as in an image made by another user. Each location of a project has its own. */
function cacheFolder(name) {
  const project = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'gatehouse', `${name}-${project}`);
}

/** Runs a script in its own process, which ends with this one. The bundler takes 450 MB, and a process never returns them. */
async function writeApart(script, options, signal) {
  // Memory limits of a gateway do not apply to the bundler.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const program = path.join(import.meta.dirname, script);
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { env, stdio: 'pipe' });
  const end = () => child.kill();
  signal?.addEventListener('abort', end);
  let target = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (target += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const [code, endedBy] = await once(child, 'close');
  signal?.removeEventListener('abort', end);
  if (code === 0) return target;
  throw new Error(complaint.trim() || `the bundler ended with ${endedBy ?? code}`);
}
