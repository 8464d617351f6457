import path from 'node:path';
import { findBuild } from './find-build.mjs';
import { root, stateOfDocs } from './state-of-sources.mjs';

/**
 * The folder of the documentation as pages, which are written when there are none of its sources as they are. Rejects with why they could
 * not be.
 * @param {{ signal?: AbortSignal }} [options] signal: ends a build that nobody wants any more
 * @returns {Promise<string>}
 */
export async function buildDocs({ signal } = {}) {
  const folder = path.join(root, 'apps', 'docs');
  return await findBuild({ script: 'write-docs.mjs', folder, name: 'docs', state: stateOfDocs(), signal });
}
