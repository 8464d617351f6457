import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf, maxSkillBytes } from '@gatehouse/domain';

/** Thrown for an entry that must not be followed when a skill is read or written. */
export class UnsafePlace extends Error {}

/** Makes a directory below another one. Refuses a symbolic link on the way. */
export function openTarget(base: string, below: string): string {
  let place = base;
  for (const part of below.split(path.sep).filter((one) => one !== '' && one !== '.')) {
    place = path.join(place, part);
    if (!isAnything(place)) mkdirSync(place);
    refuseLink(place);
  }
  return place;
}

export function refuseLink(place: string): void {
  const found = lstatSync(place);
  if (found.isSymbolicLink()) throw new UnsafePlace(`${place} is a symbolic link`);
  if (!found.isDirectory()) throw new UnsafePlace(`${place} is not a directory`);
}

/** True if anything has this name, including a link to nothing. */
export function isAnything(place: string): boolean {
  return existsSync(place) || lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}

export interface ReadFile {
  bytes: Buffer;
  executable: boolean;
}

/** Reads a regular file. Refuses a symbolic link, even one that appeared a moment ago, and a file with more bytes than a skill has room for. */
export function readNoLink(place: string, room = Number.POSITIVE_INFINITY): ReadFile {
  const descriptor = openNoLink(place);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new UnsafePlace(`${place} is not a regular file`);
    if (found.size > room) throw new UnsafePlace(`${place} makes this skill larger than ${maxSkillBytes} bytes: move it somewhere else`);
    return { bytes: readFileSync(descriptor), executable: (found.mode & 0o111) !== 0 };
  } finally {
    closeSync(descriptor);
  }
}

function openNoLink(place: string): number {
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    return openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw new UnsafePlace(`${place} is a symbolic link`);
    throw error;
  }
}

/** Replaces a file atomically: a killed process leaves either the old file or the new one. */
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
