import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf } from '@gatehouse/domain';
import { type IsIncluded, type LeftOut, leftOutOf } from './left-out.ts';

/** A file found below the imported directory. */
export interface FoundFile {
  /** Relative path, with "/" between its parts on every system. */
  path: string;
  sizeBytes: number;
}

/** Entry that was left out, with the reason. */
export interface Skipped {
  path: string;
  reason: string;
  /** False for entries that are never imported, such as symbolic links: leaving them out is not a failure. */
  isFailure: boolean;
  /** True if --include would import it. */
  canBeIncluded: boolean;
}

/** Settings directory that marks an Obsidian vault. */
const vaultSettings = '.obsidian';

const neverEntered: Record<string, string> = {
  '.git': 'version control',
  '.hg': 'version control',
  '.svn': 'version control',
  node_modules: 'installed packages',
  '.gatehouse': 'a data directory',
  '.obsidian': 'Obsidian settings',
};

/** Finds the files below a directory, sorted by name. Entries that cannot be read are reported in `skipped`, not thrown. */
export async function walk(
  root: string,
  isIncluded: IsIncluded,
  includesAny: boolean,
): Promise<{ files: FoundFile[]; skipped: Skipped[]; isVault: boolean }> {
  const files: FoundFile[] = [];
  const skipped: Skipped[] = [];
  const leaveOut = (place: string, reason: string, isFailure: boolean) =>
    skipped.push({ path: place, reason, isFailure, canBeIncluded: false });
  const hold = (place: string, reason: string) => skipped.push({ path: place, reason, isFailure: false, canBeIncluded: true });

  async function enter(directory: string, leftOut: LeftOut): Promise<void> {
    for (const { name, kind } of await list(directory)) {
      const place = directory === '' ? name : `${directory}/${name}`;
      const never = neverImported(name, kind) ?? (isVault && place === '.trash' ? 'Obsidian trash' : undefined);
      if (never !== undefined) leaveOut(place, never, false);
      else if (kind === 'directory') await enterUnlessLeftOut(place, leftOut);
      else await addUnlessLeftOut(place, leftOut);
    }
  }

  async function addUnlessLeftOut(place: string, leftOut: LeftOut): Promise<void> {
    const reason = leftOut.reasonFor(place, path.join(root, place), false);
    if (reason === undefined) await add(place);
    else hold(place, reason);
  }

  /** Enters a directory that may be left out as a whole. If none of its files was requested, it is reported in one line. */
  async function enterUnlessLeftOut(place: string, leftOut: LeftOut): Promise<void> {
    const absolute = path.join(root, place);
    const reason = leftOut.reasonFor(place, absolute, true);
    const [filesBefore, skippedBefore] = [files.length, skipped.length];
    if (reason === undefined || includesAny) await enterWith(place, () => leftOut.enter(absolute, reason));
    if (reason === undefined || files.length > filesBefore) return;
    skipped.length = skippedBefore;
    hold(place, reason);
  }

  /** Enters a directory, or skips it if its `.gitignore` cannot be read, because that may name private files. */
  async function enterWith(place: string, read: () => Promise<LeftOut>): Promise<void> {
    let leftOut: LeftOut;
    try {
      leftOut = await read();
    } catch (error) {
      return void leaveOut(place, `its .gitignore ${unreadable(error)}`, true);
    }
    await enter(place, leftOut);
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

  const isVault = (await list('')).some(({ name, kind }) => name === vaultSettings && kind === 'directory');
  await enter('', await leftOutOf(root, isIncluded));
  return { files, skipped, isVault };
}

/** Reason why an entry of this name and kind is never imported, even if requested. */
function neverImported(name: string, kind: Kind): string | undefined {
  if (kind === 'link') return 'a symbolic link';
  if (kind === 'special') return 'not a regular file';
  return kind === 'directory' ? neverEntered[name] : undefined;
}

export function unreadable(error: unknown): string {
  return `cannot be read (${codeOf(error) ?? messageOf(error)})`;
}

type Kind = 'file' | 'directory' | 'link' | 'special';

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Kind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'special';
}
