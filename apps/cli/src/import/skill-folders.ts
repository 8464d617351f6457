import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkSkillFiles, isLeftover, skillMain } from '@gatehouse/domain/skills';
import { secretByContent } from './secret-files.ts';
import { type FoundFile, type Skipped, unreadable } from './walk.ts';

/** A folder with a SKILL.md, with all files found in it. */
export interface SkillFolder {
  /** Relative to the imported directory; '' for the directory itself. */
  folder: string;
  files: FoundFile[];
  sizeBytes: number;
}

export interface Grouped {
  skills: SkillFolder[];
  /** Files outside every skill's folder. */
  files: FoundFile[];
}

/** Groups the found files into skills. A skill has all files below the outermost folder with a SKILL.md. // D72 */
export function groupSkills(found: readonly FoundFile[]): Grouped {
  const folders = new Set(found.filter((file) => path.posix.basename(file.path) === skillMain).map((file) => folderOf(file.path)));
  const skills = new Map<string, SkillFolder>();
  const files: FoundFile[] = [];
  for (const file of found) {
    const folder = outermost(folders, file.path);
    if (folder === undefined) {
      files.push(file);
      continue;
    }
    const skill = skills.get(folder) ?? { folder, files: [], sizeBytes: 0 };
    skill.files.push(file);
    skill.sizeBytes += file.sizeBytes;
    skills.set(folder, skill);
  }
  return { skills: [...skills.values()], files };
}

function folderOf(file: string): string {
  const folder = path.posix.dirname(file);
  return folder === '.' ? '' : folder;
}

function outermost(folders: ReadonlySet<string>, file: string): string | undefined {
  if (folders.has('')) return '';
  for (let end = file.indexOf('/'); end !== -1; end = file.indexOf('/', end + 1))
    if (folders.has(file.slice(0, end))) return file.slice(0, end);
  return undefined;
}

interface ReadSkill {
  files: { path: string; contentBase64: string; executable: boolean }[];
  skipped: Skipped[];
}

/**
 * Reads the files of a skill with their bytes and executable bits, or returns the reason why the folder cannot be a skill. Checks the
 * limits before it reads.
 */
export async function readSkillFolder(
  directory: string,
  { folder, files: found }: SkillFolder,
  isIncluded: (path: string) => boolean,
): Promise<ReadSkill | string> {
  const skipped: Skipped[] = [];
  const leaveOut = (place: string, reason: string, canBeIncluded: boolean) =>
    skipped.push({ path: place, reason, isFailure: false, canBeIncluded });
  const wanted = found.filter(({ path: place }) => {
    const inside = within(folder, place);
    const isHidden = inside.split('/').some((part) => part.startsWith('.'));
    if (isHidden) leaveOut(place, 'not part of a skill: its path has a part that begins with a dot', false);
    else if (isLeftover(inside)) leaveOut(place, 'not part of a skill: left there by an editor or a program', false);
    return !isHidden && !isLeftover(inside);
  });
  const checked = checkSkillFiles(wanted.map((file) => ({ path: within(folder, file.path), sizeBytes: file.sizeBytes })));
  if (!checked.ok) return checked.message;
  const files: ReadSkill['files'] = [];
  for (const { path: place } of wanted) {
    const absolute = path.join(directory, place);
    try {
      const bytes = await readFile(absolute);
      const secret = isIncluded(place) ? undefined : secretByContent(place, bytes);
      if (secret !== undefined) leaveOut(place, secret, true);
      else
        files.push({
          path: within(folder, place),
          contentBase64: bytes.toString('base64'),
          executable: path.posix.basename(place) !== skillMain && ((await stat(absolute)).mode & 0o111) !== 0,
        });
    } catch (error) {
      return `${place} ${unreadable(error)}`;
    }
  }
  return { files, skipped };
}

function within(folder: string, place: string): string {
  return folder === '' ? place : place.slice(folder.length + 1);
}
