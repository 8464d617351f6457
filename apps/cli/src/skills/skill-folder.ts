import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { checkSkillPath } from '@gatehouse/domain/skills';

/** A file of a skill with its bytes. */
export interface FolderFile {
  path: string;
  bytes: Buffer;
  executable: boolean;
}

/** By path: SHA-256, and whether it is executable. */
export type FileHashes = Record<string, { sha256: string; executable: boolean }>;

/** The contents of a skill's folder: the skill's files, and others (hidden files, `node_modules`), which are left alone. */
export interface SkillFolder {
  files: FolderFile[];
  kept: string[];
}

/** A symbolic link lies where a skill would be read or written. */
export class UnsafePlace extends Error {}

const draftPrefix = '.gatehouse-draft-';
const formerPrefix = '.gatehouse-former-';
const conflicts = '.gatehouse-conflicts';

/** Makes the directory of skills. Refuses a symbolic link at it, or between it and the directory that it was asked for in. */
export function openTarget(base: string, below: string): string {
  let place = base;
  for (const part of below.split(path.sep).filter((one) => one !== '' && one !== '.')) {
    place = path.join(place, part);
    if (!existsOrLink(place)) mkdirSync(place);
    refuseLink(place);
  }
  return place;
}

/** Whether anything has this name, even a link. */
export function hasSkillFolder(target: string, name: string): boolean {
  return existsOrLink(path.join(target, name));
}

/** The files of a skill's folder; undefined if it has no folder. */
export function readSkillFolder(target: string, name: string): SkillFolder | undefined {
  const root = path.join(target, name);
  if (!existsOrLink(root)) return undefined;
  refuseLink(root);
  const folder: SkillFolder = { files: [], kept: [] };
  collect(root, '', folder);
  return folder;
}

function collect(root: string, below: string, folder: SkillFolder): void {
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isSymbolicLink()) throw new UnsafePlace(`${path.join(root, at)} is a symbolic link`);
    if (entry.isDirectory() && !isKept(entry.name)) collect(root, at, folder);
    else if (entry.isFile() && checkSkillPath(at).ok) folder.files.push(readOne(root, at));
    else folder.kept.push(at);
  }
}

function isKept(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function readOne(root: string, at: string): FolderFile {
  // A link that came since the folder was listed is not followed.
  const descriptor = openSync(path.join(root, at), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const bytes = readFileSync(descriptor);
    return { path: at, bytes, executable: (lstatSync(path.join(root, at)).mode & 0o111) !== 0 };
  } finally {
    closeSync(descriptor);
  }
}

export function hashesOf(files: readonly FolderFile[]): FileHashes {
  return Object.fromEntries(files.map(({ path: at, bytes, executable }) => [at, { sha256: sha256(bytes), executable }]));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Replaces a skill's folder by these files at once: they are written beside it, and then renamed. Files that cannot belong to a skill stay.
 * A killed run leaves the old folder or the new one. Files that changed in the old one at the last moment are moved to the conflicts;
 * returns where.
 */
export function replaceSkillFolder(target: string, name: string, files: readonly FolderFile[], expected: FileHashes): string[] {
  const draft = mkdtempSync(path.join(target, draftPrefix));
  for (const file of files) writeOne(draft, file);
  const [place, former] = [path.join(target, name), path.join(target, `${formerPrefix}${name}`)];
  const old = readSkillFolder(target, name);
  if (!old) {
    renameSync(draft, place);
    return [];
  }
  for (const at of old.kept) keep(place, draft, at);
  renameSync(place, former);
  renameSync(draft, place);
  return dropFormer(target, name, expected);
}

/** Removes a skill's folder. Moves files that differ from what was written to the conflicts, and returns where. */
export function removeSkillFolder(target: string, name: string, expected: FileHashes): string[] {
  if (!readSkillFolder(target, name)) return [];
  renameSync(path.join(target, name), path.join(target, `${formerPrefix}${name}`));
  return dropFormer(target, name, expected);
}

/** Moves copies of these files to the conflicts, which no client reads. Returns where. */
export function saveConflicts(target: string, name: string, files: readonly FolderFile[]): string[] {
  return files.map((file) => {
    const place = freeConflict(target, name, file.path);
    writeWhole(place, file.bytes);
    return place;
  });
}

/** Finishes what a killed run began: if no folder has the name, the former one gets it. */
export function recover(target: string, expectedOf: (name: string) => FileHashes): string[] {
  const moved: string[] = [];
  for (const entry of readdirSync(target)) {
    if (entry.startsWith(draftPrefix)) rmSync(path.join(target, entry), { recursive: true });
    if (!entry.startsWith(formerPrefix)) continue;
    const name = entry.slice(formerPrefix.length);
    if (existsOrLink(path.join(target, name))) moved.push(...dropFormer(target, name, expectedOf(name)));
    else renameSync(path.join(target, entry), path.join(target, name));
  }
  return moved;
}

function dropFormer(target: string, name: string, expected: FileHashes): string[] {
  const former = `${formerPrefix}${name}`;
  const folder = readSkillFolder(target, former);
  const changed = folder?.files.filter(({ path: at, bytes }) => expected[at]?.sha256 !== sha256(bytes)) ?? [];
  const kept = folder?.kept.map((at) => ({ path: at, bytes: Buffer.alloc(0), executable: false })) ?? [];
  const moved = saveConflicts(target, name, changed);
  // Other people's files in a folder that goes: they stay.
  for (const { path: at } of kept) {
    const place = freeConflict(target, name, at);
    mkdirSync(path.dirname(place), { recursive: true });
    renameSync(path.join(target, former, at), place);
    moved.push(place);
  }
  rmSync(path.join(target, former), { recursive: true });
  return moved;
}

function keep(from: string, to: string, at: string): void {
  mkdirSync(path.dirname(path.join(to, at)), { recursive: true });
  renameSync(path.join(from, at), path.join(to, at));
}

function writeOne(root: string, { path: at, bytes, executable }: FolderFile): void {
  const checked = checkSkillPath(at);
  if (!checked.ok) throw new UnsafePlace(checked.message);
  const place = path.join(root, ...at.split('/'));
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, bytes, { flag: 'wx', mode: 0o644 });
  if (executable) chmodSync(place, 0o755);
}

function freeConflict(target: string, name: string, at: string): string {
  const folder = openTarget(target, path.join(conflicts, name));
  for (let number = 1; ; number++) {
    const place = path.join(folder, `${at.replaceAll('/', '__')}${number === 1 ? '' : `.${number}`}.conflict`);
    if (!existsOrLink(place)) return place;
  }
}

/** A process that is killed leaves the old file or the new one. */
export function writeWhole(file: string, bytes: Uint8Array): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.draft`);
  rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'wx');
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

function refuseLink(place: string): void {
  const found = lstatSync(place);
  if (found.isSymbolicLink()) throw new UnsafePlace(`${place} is a symbolic link`);
  if (!found.isDirectory()) throw new UnsafePlace(`${place} is no directory`);
}

function existsOrLink(place: string): boolean {
  return existsSync(place) || lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}
