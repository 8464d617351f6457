// A program of its own, started by find-build.mjs: writes the workspace application as it is served.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { stateOfConsole } from './state-of-sources.mjs';
import { runWriter, writeInPlace } from './write-build.mjs';

await runWriter(({ folder, places }) =>
  writeInPlace({ places, stateNow: stateOfConsole, writeDraft: (draft) => writeDraft(folder, draft) }),
);

async function writeDraft(folder, draft) {
  // Else whoever starts the gateway with another one gets the slow build that is for debugging.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  // Vite tells what it does on stdout, which is for the path of the build.
  await build({ root: folder, logLevel: 'silent', build: { outDir: draft, emptyOutDir: false } });
  await compressBelow(path.join(draft, 'assets'));
}

/** Compressed once and as small as it gets, not at each request. Fonts and pictures are compressed already. */
async function compressBelow(folder) {
  const texts = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(texts.map((name) => compress(path.join(folder, name))));
}

async function compress(file) {
  const text = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  const [small, smaller] = await Promise.all([promisify(gzip)(text, { level: 9 }), promisify(brotliCompress)(text, { params })]);
  writeFileSync(`${file}.gz`, small);
  writeFileSync(`${file}.br`, smaller);
}
