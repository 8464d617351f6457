// A program of its own, started by bundle.mjs with its options as JSON: writes a bundle and prints where it is, or why there is none.
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
import { root, stateOfSources } from './state-of-sources.mjs';

/** By name, the package of ours that depends on each. */
const nativePackages = { 'better-sqlite3': 'packages/storage' };
const mostTries = 5;
const keptForMs = 24 * 60 * 60 * 1000;

try {
  process.stdout.write(await writeBundle(JSON.parse(process.argv[2])));
} catch (error) {
  process.stderr.write(error.message.split('\n').slice(0, 5).join('\n'));
  process.exitCode = 1;
}

/**
 * The bundle lies in `bin` of `<place>/<state of the sources>`, the first place that this user may write to, beside a copy of the migrations and of package.json. It is written
 * into a folder of this process and renamed into place: programs that start at the same moment never see half of one.
 */
async function writeBundle({ folder, places, entries }) {
  for (let tries = 1; tries <= mostTries; tries++) {
    const state = stateOfSources(entries);
    const draft = makeDraft(places);
    try {
      await writeDraft({ folder, entries, draft });
      // What was edited meanwhile may be in it or not.
      if (stateOfSources(entries) === state) return putInPlace(draft, path.join(path.dirname(draft), state));
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  throw new Error('the sources changed each time while they were read');
}

function makeDraft([place, ...others]) {
  try {
    mkdirSync(place, { recursive: true });
    return mkdtempSync(path.join(place, 'draft-'));
  } catch (error) {
    if (others.length === 0 || !['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    return makeDraft(others);
  }
}

async function writeDraft({ folder, entries, draft }) {
  const { rolldown } = await import('rolldown');
  const external = [/^node:/, ...Object.keys(nativePackages), 'pg-native'];
  const built = await rolldown({ input: entries, platform: 'node', external, logLevel: 'silent' });
  await built.write({ dir: path.join(draft, 'bin'), format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await built.close();
  cpSync(path.join(root, 'packages/storage/migrations'), path.join(draft, 'migrations'), { recursive: true });
  copyFileSync(path.join(folder, 'package.json'), path.join(draft, 'package.json'));
  linkNativePackages(draft);
}

function putInPlace(draft, target) {
  removeOlder(path.dirname(target));
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster with the same bundle.
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** What comes with a native part stays a package of its own; the bundle finds it where the package that depends on it has it. */
function linkNativePackages(draft) {
  mkdirSync(path.join(draft, 'node_modules'));
  for (const [name, user] of Object.entries(nativePackages)) {
    symlinkSync(realpathSync(path.join(root, user, 'node_modules', name)), path.join(draft, 'node_modules', name), 'dir');
  }
}

/** A program that still runs from an older bundle has loaded it; lazily loaded parts of it would be missing, so a day is kept. */
function removeOlder(parent) {
  for (const name of readdirSync(parent)) {
    const folder = path.join(parent, name);
    // Another process may remove the same one at this moment.
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > keptForMs) rmSync(folder, { recursive: true, force: true });
  }
}
