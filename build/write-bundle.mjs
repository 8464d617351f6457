// A program of its own, started by find-build.mjs: writes a bundle of the gateway's programs.
import { copyFileSync, cpSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root, stateOfSources } from './state-of-sources.mjs';
import { runWriter, writeInPlace } from './write-build.mjs';

/** Our package that depends on each native package, by name. */
const nativePackages = { 'better-sqlite3': 'packages/storage' };

await runWriter(({ folder, places, entries }) =>
  writeInPlace({ places, stateNow: () => stateOfSources(entries), writeDraft: (draft) => writeDraft({ folder, entries, draft }) }),
);

/** The bundle lies in `bin`, beside copies of the migrations, of PDF.js's character maps and of package.json. */
async function writeDraft({ folder, entries, draft }) {
  const { rolldown } = await import('rolldown');
  const external = [/^node:/, ...Object.keys(nativePackages), 'pg-native'];
  const built = await rolldown({ input: entries, platform: 'node', external, logLevel: 'warn', onLog: refuseMissing });
  await built.write({ dir: path.join(draft, 'bin'), format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await built.close();
  cpSync(path.join(root, 'packages/storage/migrations'), path.join(draft, 'migrations'), { recursive: true });
  // For PDFs in Chinese, Japanese and Korean.
  const pdfjs = createRequire(path.join(root, 'packages/extraction/package.json')).resolve('pdfjs-dist/package.json');
  cpSync(path.join(path.dirname(pdfjs), 'cmaps'), path.join(draft, 'cmaps'), { recursive: true });
  copyFileSync(path.join(folder, 'package.json'), path.join(draft, 'package.json'));
  linkNativePackages(draft);
}

/** A bundle without a package that it imports would start no gateway, and would be kept: no bundle is better. */
function refuseMissing(_level, { code, message }) {
  if (code === 'UNRESOLVED_IMPORT') throw new Error(`a package is not installed (run "npx -y pnpm@12 install"): ${message}`);
}

/** Links packages with native code, which cannot be bundled, from the packages that depend on them. */
function linkNativePackages(draft) {
  mkdirSync(path.join(draft, 'node_modules'));
  for (const [name, user] of Object.entries(nativePackages)) {
    symlinkSync(realpathSync(path.join(root, user, 'node_modules', name)), path.join(draft, 'node_modules', name), 'dir');
  }
}
