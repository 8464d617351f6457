// Plain JavaScript: it runs before anything is built. Bundled, the gateway listens in a tenth of a second on 90 MB;
// from its TypeScript sources it needs a second and 300 MB, most of it for stripping types.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const rooms = ['packages', 'apps', 'benchmarks'];
/** By name, the room that depends on each. */
const nativePackages = { 'better-sqlite3': 'packages/storage' };

/**
 * Bundles an entry when its bundle is missing or older than any source, and returns the bundle's path.
 * The bundle lies in `<folder>/bundles/<state of the sources>/bin/`, beside a copy of the migrations and of package.json, and is
 * renamed into place: programs that start at the same moment never see half of one.
 * @param {{ folder: string, entries: Record<string, string> }} options entries: name of the bundle → its source file
 * @returns {Promise<(name: string) => string>} the path of a bundle by its name
 */
export async function bundle({ folder, entries }) {
  const target = path.join(folder, 'bundles', stateOfSources());
  if (!existsSync(target)) await build({ folder, target, entries });
  return (name) => path.join(target, 'bin', `${name}.mjs`);
}

async function build({ folder, target, entries }) {
  const { rolldown } = await import('rolldown');
  const parent = path.dirname(target);
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(path.join(parent, 'draft-'));
  const external = [/^node:/, ...Object.keys(nativePackages), 'pg-native'];
  const built = await rolldown({ input: entries, platform: 'node', external, logLevel: 'silent' });
  await built.write({ dir: path.join(draft, 'bin'), format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  cpSync(path.join(root, 'packages/storage/migrations'), path.join(draft, 'migrations'), { recursive: true });
  copyFileSync(path.join(folder, 'package.json'), path.join(draft, 'package.json'));
  linkNativePackages(draft);
  removeOlder(parent, draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster with the same bundle.
    if (!existsSync(target)) throw error;
    rmSync(draft, { recursive: true });
  }
}

/** What comes with a native part stays a package of its own; the bundle finds it where its room has it. */
function linkNativePackages(draft) {
  mkdirSync(path.join(draft, 'node_modules'));
  for (const [name, room] of Object.entries(nativePackages)) {
    symlinkSync(realpathSync(path.join(root, room, 'node_modules', name)), path.join(draft, 'node_modules', name), 'dir');
  }
}

/** Changes when a source, a migration or the lockfile does. */
function stateOfSources() {
  const state = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'build/bundle.mjs', ...rooms.flatMap(sourcesOf)]) {
    const { size, mtimeMs } = statSync(path.join(root, file));
    state.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return state.digest('hex').slice(0, 16);
}

function sourcesOf(room) {
  return readdirSync(path.join(root, room)).flatMap((name) =>
    ['src', 'migrations']
      .flatMap((part) => filesBelow(path.join(room, name, part)))
      .concat(name === 'src' ? filesBelow(path.join(room, name)) : []),
  );
}

function filesBelow(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|sql|json)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** A program that still runs from an older bundle has loaded it; lazily loaded parts of it would be missing, so a day is kept. */
function removeOlder(parent, draft) {
  for (const name of readdirSync(parent)) {
    const folder = path.join(parent, name);
    if (folder !== draft && Date.now() - statSync(folder).mtimeMs > 24 * 60 * 60 * 1000) rmSync(folder, { recursive: true });
  }
}
