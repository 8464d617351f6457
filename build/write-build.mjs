// Shared code of the programs that write builds.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

const mostTries = 5;
const keptForMs = 24 * 60 * 60 * 1000;

/** Runs a program that was started by find-build.mjs with its options as JSON: prints the folder that it made, or why there is none. */
export async function runWriter(write) {
  // The process that started this has ended: no one wants the build.
  process.stdin.on('end', () => process.exit(1)).resume();
  try {
    process.stdout.write(await write(JSON.parse(process.argv[2])));
  } catch (error) {
    process.stderr.write(error.message.split('\n').slice(0, 5).join('\n'));
    process.exitCode = 1;
  }
  process.stdin.destroy();
}

/**
 * Writes `<place>/<state of the sources>` in the first place that this user may write to. It is written into a folder of this process and
 * renamed into place: programs that start at the same moment never see half of one.
 */
export async function writeInPlace({ places, stateNow, writeDraft }) {
  for (let tries = 1; tries <= mostTries; tries++) {
    const state = stateNow();
    const draft = makeDraft(places);
    try {
      await writeDraft(draft);
      // A source that was edited meanwhile may or may not be in the draft.
      if (stateNow() === state) return putInPlace(draft, path.join(path.dirname(draft), state));
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

function putInPlace(draft, target) {
  removeOlder(path.dirname(target));
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster with the same build.
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** A program that still runs from an older build has loaded it; lazily loaded parts of it would be missing, so a day is kept. */
function removeOlder(parent) {
  for (const name of readdirSync(parent)) {
    const folder = path.join(parent, name);
    // Another process may remove the same one at this moment.
    const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > keptForMs) rmSync(folder, { recursive: true, force: true });
  }
}
