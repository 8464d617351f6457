import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const copyOf = 'gatehouse-postgres-binaries';
const everybodyMayEnter = 0o001;
const everybodyMayRun = 0o005;
const othersMayWrite = 0o022;

/**
 * Folder of binaries that every user can run. Copies the installation once if only root can open it: in a clone below /root, or after an
 * installation with a strict umask.
 */
export function enterableBinaries(folder: string): string {
  const isOpen = isEnterable(folder) && (statSync(path.join(folder, 'postgres')).mode & everybodyMayRun) === everybodyMayRun;
  return isOpen ? folder : path.join(copyOnce(path.dirname(folder), contentOf(folder)), 'bin');
}

/** Temporary folder that other users can enter too. */
export function enterableTemporaryFolder(): string {
  const folder = [tmpdir(), '/tmp'].find(isEnterable);
  if (folder === undefined) throw new Error(`neither ${tmpdir()} nor /tmp may be entered by every user: set TMPDIR to a folder that may`);
  return folder;
}

/** Copies the installation below `root`, which contains `bin`. The copy is complete or absent, and belongs to this user. */
function copyOnce(root: string, content: string): string {
  const temporary = enterableTemporaryFolder();
  const copy = path.join(temporary, `${copyOf}-${process.getuid?.()}-${content}`);
  if (existsSync(copy)) return requireOurs(copy);
  const draft = mkdtempSync(path.join(temporary, `${copyOf}-draft-`));
  try {
    cpSync(root, draft, { recursive: true, verbatimSymlinks: true });
    const { status, stderr, error } = spawnSync('chmod', ['-R', 'a+rX,go-w', draft], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the copy of Postgres in ${draft} cannot be opened to other users: ${stderr || error}`);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another test process was faster.
    if (!existsSync(copy)) throw error;
  }
  return requireOurs(copy);
}

/** Refuses a copy by another user: anyone can create this folder in a shared place. */
function requireOurs(copy: string): string {
  const found = lstatSync(copy);
  if (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & othersMayWrite) === 0) return copy;
  throw new Error(`${copy} was not made by this user: remove it`);
}

function contentOf(folder: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(folder, 'postgres')))
    .digest('hex')
    .slice(0, 16);
}

function isEnterable(folder: string): boolean {
  for (let place = realpathSync(folder); ; place = path.dirname(place)) {
    if ((statSync(place).mode & everybodyMayEnter) === 0) return false;
    if (place === path.dirname(place)) return true;
  }
}
