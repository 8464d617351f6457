import path from 'node:path';
import { findBuild } from './find-build.mjs';
import { root, stateOfConsole } from './state-of-sources.mjs';

/**
 * The folder of the workspace application, which is built when there is no build of its sources as they are. Rejects with why it could not.
 * @param {{ signal?: AbortSignal }} [options] signal: ends a build that nobody wants any more
 * @returns {Promise<string>}
 */
export async function buildConsole({ signal } = {}) {
  const folder = path.join(root, 'apps', 'console');
  return await findBuild({ script: 'write-console.mjs', folder, name: 'console', state: stateOfConsole(), signal });
}
