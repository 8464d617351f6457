// A program of its own, started by find-build.mjs: writes the documentation as it is served.
import path from 'node:path';
import { packBelow } from './compress.mjs';
import { root, stateOfDocs } from './state-of-sources.mjs';
import { runWriter, writeInPlace } from './write-build.mjs';

await runWriter(({ places }) => writeInPlace({ places, stateNow: stateOfDocs, writeDraft }));

async function writeDraft(folder) {
  const { writeSite } = await import('../apps/docs/src/site/write-site.ts');
  const { served } = await import('../apps/docs/src/site/addresses.ts');
  await writeSite({ docs: path.join(root, 'docs'), folder, addresses: served, workspace: '/app' });
  await packBelow(folder);
}
