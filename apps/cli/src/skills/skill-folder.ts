import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { maxSkillBytes } from '@gatehouse/domain';
import { checkSkillPath, isLeftover, quotePath, skillMain } from '@gatehouse/domain/skills';
import { isAnything, readNoLink, refuseLink, UnsafePlace } from './places.ts';

/** A file of a skill with its bytes. */
export interface FolderFile {
  path: string;
  bytes: Buffer;
  executable: boolean;
}

/** SHA-256 and executable bit of each file, by path. */
export type FileHashes = Record<string, { sha256: string; executable: boolean }>;

/** The files of a skill's folder. */
export interface SkillFolder {
  files: FolderFile[];
  /** Entries that cannot be part of a skill, such as hidden files, installed packages and caches. */
  kept: string[];
  /** Reasons why entries were left out that people would expect in the skill. */
  faults: string[];
  /** The total size of the files. */
  sizeBytes: number;
}

/** True if a file or folder with the name of this skill exists. */
export function hasSkillFolder(target: string, name: string): boolean {
  return isAnything(path.join(target, name));
}

/** True if this skill's folder has a SKILL.md, without which clients do not find it. */
export function hasSkillMain(target: string, name: string): boolean {
  return lstatSync(path.join(target, name, skillMain), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Reads the files of a skill's folder. Undefined if the folder does not exist. */
export function readSkillFolder(target: string, name: string): SkillFolder | undefined {
  const root = path.join(target, name);
  if (!isAnything(root)) return undefined;
  refuseLink(root);
  const folder: SkillFolder = { files: [], kept: [], faults: [], sizeBytes: 0 };
  collect(root, '', folder);
  return folder;
}

function collect(root: string, below: string, folder: SkillFolder): void {
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isSymbolicLink()) throw new UnsafePlace(`${path.join(root, at)} is a symbolic link`);
    const fault = isKept(entry.name) ? undefined : faultOf(entry, at);
    if (isKept(entry.name) || fault !== undefined) folder.kept.push(at);
    else if (entry.isDirectory()) collect(root, at, folder);
    else {
      const file = readNoLink(path.join(root, at), maxSkillBytes - folder.sizeBytes);
      folder.files.push({ path: at, ...file });
      folder.sizeBytes += file.bytes.length;
    }
    if (fault !== undefined) folder.faults.push(fault);
  }
}

/** Reason why an entry that is neither hidden nor a leftover cannot be part of a skill. */
function faultOf(entry: Dirent, at: string): string | undefined {
  if (!entry.isDirectory() && !entry.isFile()) return `${quotePath(at)} is not a regular file`;
  const checked = checkSkillPath(at);
  return checked.ok ? undefined : checked.message;
}

function isKept(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || isLeftover(name);
}

export function hashesOf(files: readonly FolderFile[]): FileHashes {
  return Object.fromEntries(files.map(({ path: at, bytes, executable }) => [at, { sha256: sha256(bytes), executable }]));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
