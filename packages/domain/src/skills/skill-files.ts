import { maxDocumentBytes, maxSkillBytes, maxSkillFiles } from '../sizes.ts';
import { checkSkillPath, quotePath, type SkillPathFault, skillMain } from './skill-path.ts';

/** A file of a skill, without its bytes. A version's manifest lists them. // D72 */
export interface SkillFile {
  /** Path relative to the skill's folder, with "/" between its parts. */
  path: string;
  sizeBytes: number;
  /** SHA-256 of its bytes, in hexadecimal. */
  sha256: string;
  executable: boolean;
}

export type SkillFilesFault =
  | SkillPathFault
  | 'no_main'
  | 'repeated'
  | 'case_collision'
  | 'file_and_folder'
  | 'many_files'
  | 'large'
  | 'large_main';

export type CheckedSkillFiles = { ok: true } | BadSkillFiles;
export type BadSkillFiles = { ok: false; reason: 'invalid_skill' | 'too_large'; fault: SkillFilesFault; message: string };

/** Checks if these files, including SKILL.md, can be one skill: paths, number and sizes. // D72 */
export function checkSkillFiles(files: readonly Pick<SkillFile, 'path' | 'sizeBytes'>[]): CheckedSkillFiles {
  if (files.length > maxSkillFiles)
    return refuse('too_large', 'many_files', `a skill has at most ${maxSkillFiles} files, not ${files.length}: remove some`);
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > maxSkillBytes)
    return refuse('too_large', 'large', `a skill has at most ${maxSkillBytes} bytes in all its files, not ${total}`);
  const main = files.find(({ path }) => path === skillMain);
  if (main && main.sizeBytes > maxDocumentBytes)
    return refuse('too_large', 'large_main', `${skillMain} has ${main.sizeBytes} bytes; at most ${maxDocumentBytes} are allowed`);
  for (const { path } of files) {
    const checked = checkSkillPath(path);
    if (!checked.ok) return checked;
  }
  return findCollision(files.map(({ path }) => path)) ?? (main ? { ok: true } : refuse('invalid_skill', 'no_main', noMain));
}

const noMain = `a skill needs a ${skillMain} at its root`;

/** A name as written, and if it belongs to a file. */
interface Known {
  written: string;
  isFile: boolean;
}

/** Finds two paths that some file system treats as one: it would keep only one of the files. */
function findCollision(paths: readonly string[]): BadSkillFiles | undefined {
  const known = new Map<string, Known>();
  for (const path of paths) {
    for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
      const isFile = end === -1;
      const written = isFile ? path : path.slice(0, end);
      const before = known.get(foldPath(written));
      const collision = before && collisionOf(before, { written, isFile });
      if (collision) return collision;
      if (!before) known.set(foldPath(written), { written, isFile });
      if (isFile) break;
    }
  }
  return undefined;
}

function collisionOf(before: Known, now: Known): BadSkillFiles | undefined {
  const [one, other] = [quotePath(before.written), quotePath(now.written)];
  if (before.written !== now.written)
    return refuse('invalid_skill', 'case_collision', `${one} and ${other} are the same path on some systems: rename one`);
  if (before.isFile !== now.isFile) return refuse('invalid_skill', 'file_and_folder', `${one} is a file and a folder: rename one`);
  return now.isFile ? refuse('invalid_skill', 'repeated', `${one} occurs twice: give each file once`) : undefined;
}

/** Path for comparing without case. It is converted twice, because some small letters have no capital of their own. */
function foldPath(path: string): string {
  return path.toUpperCase().toLowerCase().normalize('NFC');
}

/** Files in the order of manifests: by the code units of their paths, which is the same everywhere. */
export function inPathOrder<File extends { path: string }>(files: readonly File[]): File[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}

/** Text form of a manifest for hashing and storing. The same files give the same text. */
export function manifestText(files: readonly SkillFile[]): string {
  return JSON.stringify(inPathOrder(files).map(({ path, sizeBytes, sha256, executable }) => [path, sizeBytes, sha256, executable ? 1 : 0]));
}

/** Reads the files of a stored manifest. Throws for any text that `manifestText` did not write. */
export function readManifest(text: string): SkillFile[] {
  const rows = JSON.parse(text) as unknown[];
  const files = rows.map((row): SkillFile => {
    const [path, sizeBytes, sha256, executable] = Array.isArray(row) && row.length === 4 ? row : [];
    if (typeof path !== 'string' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 0)
      throw new Error('a manifest has a file without a path or size');
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('a manifest has a file without a SHA-256');
    if (executable !== 0 && executable !== 1) throw new Error('a manifest does not say whether a file is executable');
    return { path, sizeBytes, sha256, executable: executable === 1 };
  });
  const isInOrder = files.every(({ path }, index) => index === 0 || (files[index - 1]?.path ?? '') <= path);
  // Writes the parsed rows again, not the files, because that takes half the time and listings read many manifests.
  if (!isInOrder || JSON.stringify(rows) !== text) throw new Error('a manifest is not in canonical form');
  return files;
}

function refuse(reason: BadSkillFiles['reason'], fault: SkillFilesFault, message: string): BadSkillFiles {
  return { ok: false, reason, fault, message };
}
