import { lstatSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isAnything, openTarget, readNoLink, refuseLink, writeWhole } from './places.ts';
import { type FileHashes, type FolderFile, sha256 } from './skill-folder.ts';

/** Folder for edits that a newer version has replaced. Its name begins with a dot, so that no client takes it for a skill. */
const conflictFolder = '.gatehouse-conflicts';
const ending = '.conflict';
/** File systems allow 255 bytes. A number, the ending and the name of a draft are added. */
const maxNameBytes = 200;

interface Edited {
  hashes: FileHashes;
  /** Files as they were written here. */
  base: FileHashes;
  /** Files of the version that will replace them. */
  next: FileHashes;
}

/** Finds files that were edited here, and whose bytes the next version does not have either. */
export function unsentEdits(local: readonly FolderFile[], { hashes, base, next }: Edited): FolderFile[] {
  return local.filter(({ path: at }) => {
    const hash = hashes[at]?.sha256;
    return hash !== base[at]?.sha256 && hash !== next[at]?.sha256;
  });
}

/** Copies these files to the conflicts. A file that is already there with the same bytes is not copied again. */
export function saveConflicts(target: string, name: string, files: readonly FolderFile[]): void {
  for (const { path: at, bytes } of files) {
    const place = placeFor(target, name, at, (found) => isSame(found, bytes));
    if (!isAnything(place)) writeWhole(place, bytes);
  }
}

/** Moves a file or directory to the conflicts. */
export function moveToConflicts(target: string, name: string, from: string, at: string): void {
  const place = placeFor(target, name, at, () => false);
  renameSync(from, place);
}

/** Lists all conflicts of a directory of skills. Every report names them until someone deletes them. */
export function listConflicts(target: string): string[] {
  const root = path.join(target, conflictFolder);
  if (!isAnything(root)) return [];
  refuseLink(root);
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(path.join(root, name)).map((file) => path.join(root, name, file)))
    .filter((place) => place.endsWith(ending))
    .toSorted();
}

function placeFor(target: string, name: string, at: string, isIt: (place: string) => boolean): string {
  const folder = openTarget(target, path.join(conflictFolder, name));
  const flat = at.replaceAll('/', '__');
  const base = Buffer.byteLength(flat) <= maxNameBytes ? flat : sha256(Buffer.from(at));
  for (let number = 1; ; number++) {
    const place = path.join(folder, `${base}${number === 1 ? '' : `.${number}`}${ending}`);
    if (!isAnything(place) || isIt(place)) return place;
  }
}

function isSame(place: string, bytes: Buffer): boolean {
  return lstatSync(place).isFile() && readNoLink(place).bytes.equals(bytes);
}
