import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A file that was found below the imported directory. */
export interface FoundFile {
  /** Relative, with "/" between its parts on every system. */
  path: string;
  sizeBytes: number;
}

/** What was left out, and why. */
export interface Skipped {
  path: string;
  reason: string;
  /** False for what is never imported, such as symbolic links: leaving it out is no failure. */
  isFailure: boolean;
}

const neverEntered: Record<string, string> = {
  '.git': 'version control',
  '.hg': 'version control',
  '.svn': 'version control',
  node_modules: 'installed packages',
  '.gatehouse': 'a data directory',
};

/** Everything below a directory, in the order of its names; nothing it meets makes it fail. */
export async function walk(root: string): Promise<{ files: FoundFile[]; skipped: Skipped[] }> {
  const files: FoundFile[] = [];
  const skipped: Skipped[] = [];
  const leaveOut = (place: string, reason: string, isFailure: boolean) => skipped.push({ path: place, reason, isFailure });

  async function enter(directory: string): Promise<void> {
    for (const { name, kind } of await list(directory)) {
      const place = directory === '' ? name : `${directory}/${name}`;
      if (kind === 'link') leaveOut(place, 'a symbolic link', false);
      else if (kind === 'special') leaveOut(place, 'no ordinary file', false);
      else if (kind === 'file') await add(place);
      else if (name in neverEntered) leaveOut(place, neverEntered[name] as string, false);
      else await enter(place);
    }
  }

  async function list(directory: string): Promise<{ name: string; kind: Kind }[]> {
    const entries: { name: string; kind: Kind }[] = [];
    try {
      for await (const entry of await opendir(path.join(root, directory))) entries.push({ name: entry.name, kind: kindOf(entry) });
    } catch (error) {
      if (directory === '') throw error;
      leaveOut(directory, unreadable(error), true);
    }
    return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  async function add(place: string): Promise<void> {
    try {
      files.push({ path: place, sizeBytes: (await stat(path.join(root, place))).size });
    } catch (error) {
      leaveOut(place, unreadable(error), true);
    }
  }

  await enter('');
  return { files, skipped };
}

export function unreadable(error: unknown): string {
  return `cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`;
}

type Kind = 'file' | 'directory' | 'link' | 'special';

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Kind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'special';
}
