// Plain JavaScript: it runs before anything is built. Bundled, the gateway listens in a tenth of a second on 90 MB;
// from its TypeScript sources it needs a second and 300 MB, most of it for stripping types.
import path from 'node:path';
import { findBuild } from './find-build.mjs';
import { stateOfSources } from './state-of-sources.mjs';

/**
 * Bundles an entry when there is no bundle of the sources as they are, and returns the bundle's path. Rejects with why it could not.
 * @param {{ folder: string, entries: Record<string, string> }} options entries: name of the bundle → its source file
 * @returns {Promise<(name: string) => string>} the path of a bundle by its name
 */
export async function bundle({ folder, entries }) {
  const state = stateOfSources(entries);
  const target = await findBuild({ script: 'write-bundle.mjs', folder, name: 'bundles', state, options: { entries } });
  return (name) => path.join(target, 'bin', `${name}.mjs`);
}
