import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { GatewayError } from '@gatehouse/core';
import { maxDocumentBytes, maxFileBytes } from '@gatehouse/domain';
import { skillMain } from '@gatehouse/domain/skills';
import { exportedComments } from '../export/export-workspace.ts';
import { isMarkdown, isOfNotion, type TreeKind } from '../workspace/file-titles.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { frontMatterTags } from './front-matter-tags.ts';
import { type ImportPlace, importPlaces } from './import-places.ts';
import { includedBy } from './left-out.ts';
import { secretByContent } from './secret-files.ts';
import { groupSkills, readSkillFolder, type SkillFolder } from './skill-folders.ts';
import { type FoundFile, type Skipped, unreadable, walk } from './walk.ts';

export interface ImportOptions {
  directory: string;
  folderId: string | undefined;
  dryRun: boolean;
  /** Patterns, as in a `.gitignore`, for files that are imported although they look like secrets or a `.gitignore` names them. */
  include: readonly string[];
  /** Keeps directories as folders. Obsidian vaults and Notion exports always keep theirs. */
  keepsTree: boolean;
  /** Depth of the target folder: 1 at the top, 0 outside of folders. */
  depthOfTarget: number;
  onProgress: (done: number, total: number) => void;
}

export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  documents: number;
  files: number;
  skills: number;
  bytes: number;
  /** Number of new items whose name is a path, because directories were not kept as folders. */
  flattened: number;
  skipped: Skipped[];
  /** Warnings of hosts about these skills. */
  warnings: { path: string; message: string }[];
}

interface Imported {
  type: 'doc' | 'file' | 'skill';
  change: 'created' | 'updated' | 'unchanged';
  warnings?: { message: string }[];
}

type Found = { files: readonly FoundFile[]; skills: readonly SkillFolder[] };

/** A skill with all its files, or a file outside every skill. */
type Work = { sizeBytes: number } & ({ skill: SkillFolder } | { file: FoundFile });

const atOnce = 32;
/** Maximum bytes of files in memory, approximately. */
const maxHeldBytes = 64 * 1024 * 1024;

/**
 * Imports every file below a directory, keyed by relative path. A folder with a SKILL.md becomes one skill, other markdown becomes
 * documents, and all other files become files.
 */
export async function importDirectory({ call }: Pick<Workspace, 'call'>, options: ImportOptions): Promise<ImportReport> {
  const { directory, folderId, dryRun, include, onProgress, depthOfTarget } = options;
  const isIncluded = includedBy(include);
  const { files: found, skipped, isVault } = await walk(directory, isIncluded, include.length > 0);
  const { files, skills } = groupSkills(found);
  const isNotion = found.some(({ path: place }) => /\.(?:md|csv)$/.test(place) && isOfNotion(path.basename(place)));
  // An import outside of folders creates none: new top folders would be private.
  const keepsTree = depthOfTarget > 0 && (options.keepsTree || isVault || isNotion);
  const places = keepsTree ? placesIn({ files, skills }, isNotion ? 'notion' : 'plain', depthOfTarget) : undefined;
  const work: Work[] = [
    ...skills.map((skill) => ({ sizeBytes: skill.sizeBytes, skill })),
    ...files.map((file) => ({ sizeBytes: file.sizeBytes, file })),
  ];
  const counts = { created: 0, updated: 0, unchanged: 0, documents: 0, files: 0, skills: 0, bytes: 0, flattened: 0 };
  const report: ImportReport = { ...counts, skipped, warnings: [] };
  let next = 0;
  let done = 0;
  let held = 0;
  let isFailed = false;
  const room: (() => void)[] = [];

  async function workOn(): Promise<void> {
    for (let one = work[next++]; one !== undefined && !isFailed; one = work[next++]) {
      while (held > 0 && held + one.sizeBytes > maxHeldBytes) await new Promise<void>((resolve) => room.push(resolve));
      held += one.sizeBytes;
      try {
        await ('skill' in one ? importSkill(one.skill) : importFile(one.file));
      } catch (error) {
        isFailed = true;
        throw error;
      } finally {
        held -= one.sizeBytes;
        for (const go of room.splice(0)) go();
      }
      onProgress(++done, work.length);
    }
  }

  async function importSkill(skill: SkillFolder): Promise<void> {
    const place = skill.folder === '' ? skillMain : `${skill.folder}/${skillMain}`;
    const leaveOut = (reason: string) => void skipped.push({ path: skill.folder || '.', reason, isFailure: true, canBeIncluded: false });
    const read = await readSkillFolder(directory, skill, isIncluded);
    if (typeof read === 'string') return leaveOut(`not a skill: ${read}`);
    skipped.push(...read.skipped);
    const name = path.basename(path.join(directory, skill.folder));
    await refusing(leaveOut, async () => {
      const imported = await call<Imported>('import_item', { path: place, name, folderId, ...foldersOf(place), dryRun, files: read.files });
      count(skill.sizeBytes, imported);
      for (const { message } of imported.warnings ?? []) report.warnings.push({ path: place, message });
    });
  }

  async function importFile(file: FoundFile): Promise<void> {
    const leaveOut = (reason: string) => void skipped.push({ path: file.path, reason, isFailure: true, canBeIncluded: false });
    if (file.sizeBytes > maxFileBytes) return leaveOut('larger than 25 MiB');
    let bytes: Buffer;
    try {
      bytes = await readFile(path.join(directory, file.path));
    } catch (error) {
      return leaveOut(unreadable(error));
    }
    const reason = isIncluded(file.path) ? undefined : commentsOfExport(file.path, bytes);
    if (reason !== undefined) return void skipped.push({ path: file.path, reason, isFailure: false, canBeIncluded: true });
    const secret = isIncluded(file.path) ? undefined : secretByContent(file.path, bytes);
    if (secret !== undefined) return void skipped.push({ path: file.path, reason: secret, isFailure: false, canBeIncluded: true });
    await refusing(leaveOut, async () => {
      const content = contentOf(file.path, bytes);
      const tags = places && 'bodyMarkdown' in content ? frontMatterTags(content.bodyMarkdown) : [];
      const named = { name: places?.get(file.path)?.name ?? file.path, ...(tags.length > 0 && { tags }) };
      const given = { path: file.path, ...named, folderId, ...foldersOf(file.path), dryRun, ...content };
      const imported = await call<Imported>('import_item', given);
      count(bytes.length, imported);
      if (!places && imported.change === 'created' && file.path.includes('/')) report.flattened++;
    });
  }

  function foldersOf(place: string): { folders?: readonly string[] } {
    const folders = places?.get(place)?.folders ?? [];
    return folders.length > 0 ? { folders } : {};
  }

  function count(bytes: number, { type, change }: Imported): void {
    report[change]++;
    report[counted[type]]++;
    report.bytes += bytes;
  }

  await Promise.all(Array.from({ length: atOnce }, workOn));
  skipped.sort((left, right) => (left.path < right.path ? -1 : 1));
  return report;
}

/** Skips the comments file of an export: an import cannot write comments in the names of their authors. // D74.8 */
function commentsOfExport(place: string, bytes: Buffer): string | undefined {
  if (place !== exportedComments || !bytes.subarray(0, 1000).includes('"commentId":"comment_')) return undefined;
  return 'comments from an export, which cannot be imported';
}

/** Chooses places for files and skills. A skill is placed like a file that has the name of its directory. */
function placesIn({ files, skills }: Found, kind: TreeKind, depthOfTarget: number): Map<string, ImportPlace> {
  const mains = skills.filter(({ folder }) => folder !== '').map(({ folder }) => folder);
  const places = importPlaces([...files.map((file) => file.path), ...mains], kind, depthOfTarget);
  for (const folder of mains) places.set(`${folder}/${skillMain}`, places.get(folder) as ImportPlace);
  return places;
}

const counted = { doc: 'documents', file: 'files', skill: 'skills' } as const;

/** Continues after the refusal of one file. A fault of the gateway ends the import. */
async function refusing(leaveOut: (reason: string) => void, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'invalid_request') throw error;
    leaveOut(error.message);
  }
}

/** Chooses the form of a file. Markdown that a document cannot hold byte for byte becomes a file. */
function contentOf(name: string, bytes: Buffer): { bodyMarkdown: string } | { contentBase64: string } {
  if (isMarkdown(name) && bytes.length <= maxDocumentBytes && isUtf8(bytes) && !bytes.includes(0))
    return { bodyMarkdown: bytes.toString() };
  return { contentBase64: bytes.toString('base64') };
}
