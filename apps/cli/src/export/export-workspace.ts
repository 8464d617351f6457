import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkSkillPath, skillMain } from '@gatehouse/domain/skills';
import { CommandError } from '../kernel/faults.ts';
import { listFolders, pathsOf } from '../workspace/folders.ts';
import { allRows, everyRow } from '../workspace/pages.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { createExportPaths } from './export-paths.ts';
import { keptPath } from './kept-path.ts';

export interface ExportReport {
  documents: number;
  files: number;
  skills: number;
  comments: number;
  bytes: number;
}

/** Name of the comments file. */
export const exportedComments = 'comments.jsonl';

interface ExportedComment {
  commentId: string;
  url: string;
  line: number | null;
}

interface Exported {
  contentBase64: string;
  importPath?: string;
  /** The files of a skill other than SKILL.md. */
  files?: { path: string; contentBase64: string; executable: boolean }[];
}

interface Listed {
  id: string;
  type: 'doc' | 'file' | 'skill';
  name: string;
  folderId: string | null;
}

/** Names of folders from the top one on, by identifier. */
type Folders = ReadonlyMap<string, readonly string[]>;

/**
 * Writes everything that the person sees into a directory: documents as markdown, files and skills byte for byte, folders as directories,
 * and comments as JSON lines with the paths of their items.
 */
export async function exportWorkspace(
  workspace: Workspace,
  directory: string,
  onProgress: (done: number, total: number) => void,
): Promise<ExportReport> {
  const folders = pathsOf(await listFolders(workspace));
  const items = await listEverything(workspace, folders);
  const paths = createExportPaths();
  const comments = path.join(directory, paths.choose(exportedComments));
  const report: ExportReport = { documents: 0, files: 0, skills: 0, comments: 0, bytes: 0 };
  const counted = { doc: 'documents', file: 'files', skill: 'skills' } as const;
  for (const [index, item] of items.entries()) {
    const { contentBase64, importPath, files = [] } = await workspace.call<Exported>('export_item', { itemId: item.id });
    const kept = importPath === undefined ? undefined : keptPath(item, namesAround(item, folders), importPath);
    const relative = kept === undefined ? paths.choose(wantedPath(item, folders)) : paths.chooseKept(kept);
    const chosen = path.join(directory, relative);
    const place = item.type === 'skill' ? path.join(chosen, skillMain) : chosen;
    report.bytes += await write(place, contentBase64, false);
    for (const file of files) report.bytes += await write(path.join(chosen, safePath(file.path)), file.contentBase64, file.executable);
    report[counted[item.type]]++;
    report.comments += await writeComments(workspace, comments, { itemId: item.id, path: relative });
    onProgress(index + 1, items.length);
  }
  return report;
}

/** Appends the comments on an item to the comments file, and returns their number. The first comment creates the file. */
async function writeComments(workspace: Workspace, place: string, { itemId, path }: { itemId: string; path: string }): Promise<number> {
  const rows = await everyRow<ExportedComment>(workspace, 'list_comments', 'comments', { itemId, open: false, limit: 100 });
  const lines = rows.map(({ url: _, line: __, ...comment }) => `${JSON.stringify({ path, ...comment })}\n`);
  if (lines.length > 0) await appendFile(place, lines.join(''));
  return lines.length;
}

/** Checks a path of a skill, because the database may come from an untrusted source. */
function safePath(place: string): string {
  const checked = checkSkillPath(place);
  if (!checked.ok) throw new CommandError(checked.message);
  return place;
}

/** Writes a file, and returns its number of bytes. Never overwrites a file. */
async function write(place: string, contentBase64: string, executable: boolean): Promise<number> {
  const bytes = Buffer.from(contentBase64, 'base64');
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, bytes, { flag: 'wx', mode: executable ? 0o777 : 0o666 });
  return bytes.length;
}

/**
 * Lists all items by name, so that a workspace is always exported the same way. Skills come first, so that their folders keep their names.
 */
async function listEverything(workspace: Workspace, folders: Folders): Promise<Listed[]> {
  const items: Listed[] = [];
  for await (const doc of allRows<Listed & { title: string }>(workspace, 'list_docs', 'docs'))
    items.push({ ...doc, type: 'doc', name: doc.title });
  for await (const file of allRows<Listed>(workspace, 'list_files', 'files')) items.push({ ...file, type: 'file' });
  for await (const skill of allRows<Listed>(workspace, 'list_skills', 'skills')) items.push({ ...skill, type: 'skill' });
  const keyOf = (item: Listed) => `${item.type === 'skill' ? 0 : 1}${wantedPath(item, folders)}\0${item.id}`;
  return items.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

function namesAround({ folderId }: Pick<Listed, 'folderId'>, folders: Folders): readonly string[] {
  return (folderId === null ? undefined : folders.get(folderId)) ?? [];
}

/**
 * Path of an item before it is made unique. Imported names are paths already. A folder's name and a title are one part each, whatever they
 * contain.
 */
function wantedPath({ type, name, folderId }: Listed, folders: Folders): string {
  const folder = namesAround({ folderId }, folders)
    .map((part) => `${part.replaceAll('/', '_')}/`)
    .join('');
  if (type === 'skill') return `${folder}${name}`;
  return type === 'doc' && !/\.(?:md|markdown)$/i.test(name) ? `${folder}${name}.md` : `${folder}${name}`;
}
