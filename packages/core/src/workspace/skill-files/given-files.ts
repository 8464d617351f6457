import { checkSkillFiles, checkSkillPath, inPathOrder, quotePath, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import { sha256 } from '@gatehouse/storage';
import { z } from 'zod';
import { refusal } from '../../kernel/errors/errors.ts';
import { named } from '../../kernel/schema/named.ts';
import { decodeBase64 } from '../files/base64.ts';
import type { KeptFiles } from '../files/keep-skill-files.ts';

/** A file of a skill in the form that callers send. */
export const givenFile = named(
  'SkillFileToWrite',
  'A file of a skill: its text, or its bytes.',
  z.strictObject({
    path: z.string(),
    content: z.string().optional(),
    contentBase64: z.string().optional(),
    executable: z.boolean().optional(),
  }),
);

export type GivenFile = z.output<typeof givenFile>;

export interface FileChanges {
  /** Added, or written again; all others stay. */
  files: readonly GivenFile[];
  /** Paths to remove. `*` stands for all paths that are not in `files`. */
  removeFiles: readonly string[];
}

export interface PlannedFiles extends KeptFiles {
  /** Text of SKILL.md, if the given files contain it. */
  main: string | undefined;
}

/** Plans the files of a skill next to SKILL.md after a change. Refuses invalid files before anything is written. */
export function planFiles(before: readonly SkillFile[], { files, removeFiles }: FileChanges): PlannedFiles {
  const planned = new Map<string, SkillFile>(removeFiles.includes('*') ? [] : before.map((file) => [file.path, file]));
  removeNamed(planned, removeFiles, files);
  const known = new Map(before.map((file) => [file.path, file]));
  const bytes = new Map<string, Buffer>();
  const seen = new Set<string>();
  let main: string | undefined;
  for (const given of files) {
    const checked = checkSkillPath(given.path);
    if (!checked.ok) throw refusal('invalid_skill', checked.message);
    if (seen.has(given.path))
      throw refusal('invalid_argument', `argument "files" names ${quotePath(given.path)} twice: give each file once`);
    seen.add(given.path);
    const data = bytesOf(given);
    if (given.path === skillMain) {
      main = mainText(data);
      continue;
    }
    const file = fileOf(given, data, known.get(given.path));
    planned.set(file.path, file);
    if (data) bytes.set(file.sha256, data);
  }
  return { files: inPathOrder([...planned.values()]), bytes, main };
}

/** Refuses files that cannot be one skill together with its SKILL.md. */
export function refuseBadFiles(files: readonly SkillFile[], main: string): void {
  const checked = checkSkillFiles([{ path: skillMain, sizeBytes: Buffer.byteLength(main) }, ...files]);
  if (!checked.ok) throw refusal(checked.reason, checked.message);
}

function removeNamed(planned: Map<string, SkillFile>, removeFiles: readonly string[], files: readonly GivenFile[]): void {
  for (const path of removeFiles) {
    if (path === '*') continue;
    if (path === skillMain)
      throw refusal('invalid_argument', `argument "removeFiles": a skill needs its ${skillMain}; delete_file deletes the skill`);
    if (files.some((file) => file.path === path))
      throw refusal('invalid_argument', `${quotePath(path)} is in both "files" and "removeFiles": name it in only one of them`);
    if (!planned.delete(path) && !removeFiles.includes('*'))
      throw refusal(
        'invalid_argument',
        `argument "removeFiles": the skill has no file ${quotePath(path)}; read_file with its fileId lists its files`,
      );
  }
}

/** Undefined for a file that keeps its bytes. */
function bytesOf({ path, content, contentBase64 }: GivenFile): Buffer | undefined {
  if (content !== undefined && contentBase64 !== undefined)
    throw refusal('invalid_argument', `give ${quotePath(path)} either "content" (text) or "contentBase64" (bytes), not both`);
  if (content !== undefined) return Buffer.from(content);
  if (contentBase64 === undefined) return undefined;
  const decoded = decodeBase64(contentBase64, { argument: `contentBase64 of ${quotePath(path)}` });
  if (!decoded.ok) throw refusal(decoded.reason, decoded.message);
  return decoded.bytes;
}

function mainText(data: Buffer | undefined): string {
  if (!data) throw refusal('invalid_argument', `give ${skillMain} its text as "content"`);
  const text = data.toString('utf8');
  if (!Buffer.from(text).equals(data) || text.includes('\0'))
    throw refusal('invalid_skill', `${skillMain} is not UTF-8 text: save it as UTF-8`);
  return text;
}

/** A file that is replaced keeps its executable bit unless the call sets it. */
function fileOf({ path, executable }: GivenFile, data: Buffer | undefined, before: SkillFile | undefined): SkillFile {
  if (!data && !before)
    throw refusal('invalid_argument', `${quotePath(path)} is new: give its text as "content" or its bytes as "contentBase64"`);
  const kept = data ? { sizeBytes: data.length, sha256: sha256(data).toString('hex') } : before;
  if (!kept) throw new Error('a file has neither new nor old bytes');
  return { path, sizeBytes: kept.sizeBytes, sha256: kept.sha256, executable: executable ?? before?.executable ?? false };
}
