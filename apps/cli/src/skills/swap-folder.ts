import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkSkillFiles, isLeftover, isSkillName } from '@gatehouse/domain/skills';
import { moveToConflicts, saveConflicts } from './conflicts.ts';
import { isAnything, openTarget, UnsafePlace } from './places.ts';
import { type FileHashes, type FolderFile, readSkillFolder, sha256 } from './skill-folder.ts';

/**
 * Prefixes for replacing a skill's folder. First, the new files are written to a draft. Then the old folder becomes the former one, and the
 * draft takes its name. Finally, the former folder is settled. A process can be killed after each of these steps. Every byte in a draft
 * also exists elsewhere.
 */
const draftPrefix = '.gatehouse-draft-';
const formerPrefix = '.gatehouse-former-';

/** A complete folder that does not have its final name yet. */
export interface Draft {
  place: string;
  /** Unchanged when the folder is renamed. */
  inode: string;
}

/** Writes a draft. Refuses files that are not a valid skill, whatever gateway they come from. */
export function writeDraft(target: string, files: readonly FolderFile[]): Draft {
  const checked = checkSkillFiles(files.map(({ path: at, bytes }) => ({ path: at, sizeBytes: bytes.length })));
  if (!checked.ok) throw new UnsafePlace(checked.message);
  const place = mkdtempSync(path.join(target, draftPrefix));
  for (const file of files) writeOne(place, file);
  return { place, inode: inodeOf(place) };
}

/** Gives the draft the name of the skill, and the old folder, if it exists, the name of a former one. */
export function swapIn(target: string, name: string, draft: Draft): void {
  const [place, former] = [path.join(target, name), formerOf(target, name)];
  const hadOld = isAnything(place);
  if (hadOld) renameSync(place, former);
  try {
    renameSync(draft.place, place);
  } catch (error) {
    if (hadOld) renameSync(former, place);
    throw error;
  }
}

/** Removes a skill's folder. Unexpected files are moved to the conflicts. */
export function removeSkillFolder(target: string, name: string, expected: FileHashes): void {
  if (!readSkillFolder(target, name)) return;
  renameSync(path.join(target, name), formerOf(target, name));
  settleFormer(target, name, expected);
}

/**
 * Removes the former folder of a skill, if it exists. Files that changed at the last moment are moved to the conflicts. Files that cannot
 * belong to a skill are moved to the new folder, or without one to the conflicts.
 */
export function settleFormer(target: string, name: string, expected: FileHashes): void {
  const former = formerOf(target, name);
  const folder = readSkillFolder(target, path.basename(former));
  if (!folder) return;
  const changed = folder.files.filter(({ path: at, bytes }) => expected[at]?.sha256 !== sha256(bytes));
  saveConflicts(target, name, changed);
  for (const at of folder.kept)
    if (!carryOver(target, name, at) && !isLeftover(at)) moveToConflicts(target, name, path.join(former, at), at);
  // Renames first: a process that is killed while it removes files then leaves only a draft, not a partial folder.
  const emptied = path.join(mkdtempSync(path.join(target, draftPrefix)), name);
  renameSync(former, emptied);
  rmSync(path.dirname(emptied), { recursive: true });
}

/**
 * Removes unfinished drafts of a killed run, but not former folders. Returns the names of skills with a former folder. A directory may come
 * from others, so invalid names are skipped: `.gatehouse-former-..` would lead out of it.
 */
export function clearDrafts(target: string): string[] {
  const entries = readdirSync(target);
  for (const entry of entries) if (entry.startsWith(draftPrefix)) rmSync(path.join(target, entry), { recursive: true });
  const formers = entries.filter((entry) => entry.startsWith(formerPrefix)).map((entry) => entry.slice(formerPrefix.length));
  return formers.filter(isSkillName);
}

/** Undoes the first half of a swap. */
export function restoreFormer(target: string, name: string): void {
  renameSync(formerOf(target, name), path.join(target, name));
}

/** True if the folder with this name is the one that was written as this draft. */
export function isSwappedIn(target: string, name: string, inode: string): boolean {
  const place = path.join(target, name);
  return isAnything(place) && inodeOf(place) === inode;
}

function inodeOf(place: string): string {
  return lstatSync(place, { bigint: true }).ino.toString();
}

function formerOf(target: string, name: string): string {
  return path.join(target, `${formerPrefix}${name}`);
}

/** Moves an entry from the former folder to the same path of the new one. False if that is impossible. */
function carryOver(target: string, name: string, at: string): boolean {
  const place = path.join(target, name);
  const to = path.join(place, at);
  if (!isAnything(place) || isAnything(to) || !hasRoom(place, path.posix.dirname(at))) return false;
  openTarget(place, path.normalize(path.dirname(at)));
  renameSync(path.join(formerOf(target, name), at), to);
  return true;
}

/** True if every part of this path is a directory or missing. */
function hasRoom(place: string, below: string): boolean {
  const parts = below.split('/');
  return parts.every((_, index) => {
    const found = lstatSync(path.join(place, ...parts.slice(0, index + 1)), { throwIfNoEntry: false });
    return found === undefined || found.isDirectory();
  });
}

function writeOne(root: string, { path: at, bytes, executable }: FolderFile): void {
  const place = path.join(root, ...at.split('/'));
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, bytes, { flag: 'wx', mode: 0o644 });
  if (executable) chmodSync(place, 0o755);
}
