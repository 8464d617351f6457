// A program of its own, started by find-build.mjs: writes the workspace application as it is served.
import path from 'node:path';
import { compressBelow } from './compress.mjs';
import { stateOfConsole } from './state-of-sources.mjs';
import { runWriter, writeInPlace } from './write-build.mjs';

await runWriter(({ folder, places }) =>
  writeInPlace({ places, stateNow: stateOfConsole, writeDraft: (draft) => writeDraft(folder, draft) }),
);

async function writeDraft(folder, draft) {
  // Otherwise a gateway that starts with another value gets the slow build for debugging.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  // Vite tells what it does on stdout, which is for the path of the build.
  await build({ root: folder, logLevel: 'silent', build: { outDir: draft, emptyOutDir: false } });
  await compressBelow(path.join(draft, 'assets'));
}
