// Plain JavaScript: it runs before anything is built. Bundled, the gateway listens in a tenth of a second on 90 MB;
// from its TypeScript sources it needs a second and 300 MB, most of it for stripping types.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root, stateOfSources } from './state-of-sources.mjs';

const script = path.join(import.meta.dirname, 'write-bundle.mjs');

/**
 * Bundles an entry when there is no bundle of the sources as they are, and returns the bundle's path. Rejects with why it could not.
 * @param {{ folder: string, entries: Record<string, string> }} options entries: name of the bundle → its source file
 * @returns {Promise<(name: string) => string>} the path of a bundle by its name
 */
export async function bundle({ folder, entries }) {
  const places = [path.join(folder, 'bundles'), cacheFolder()];
  const state = stateOfSources(entries);
  const found = places.map((place) => path.join(place, state)).find((target) => existsSync(target));
  const target = found ?? (await writeApart({ folder, places, entries }));
  return (name) => path.join(target, 'bin', `${name}.mjs`);
}

/** For who may not write where the project lies, as in an image that another user made: one for each place of the project. */
function cacheFolder() {
  const project = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'gatehouse', `bundles-${project}`);
}

/** The bundler takes 450 MB, which a process keeps for its whole life: it has one of its own. */
async function writeApart(options) {
  // What limits the memory of a gateway is not meant for the bundler.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let target = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (target += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const [code, signal] = await once(child, 'close');
  if (code === 0) return target;
  throw new Error(complaint.trim() || `the bundler ended with ${signal ?? code}`);
}
