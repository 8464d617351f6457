import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Rules of the `.gitignore` files that apply to a directory's contents. */
export interface GitIgnored {
  /** `file` is absolute, and below the directory. */
  ignores(file: string, isDirectory: boolean): boolean;
  /** Rules for a directory in this one, whose own `.gitignore` comes first. */
  enter(directory: string): Promise<GitIgnored>;
}

/** The rules of one `.gitignore`, which apply below its directory. */
interface Layer {
  directory: string;
  rules: Ignore;
}

/**
 * Reads the rules for an absolute directory: its own, and those of the directories above it up to the repository. Rules of directories
 * below are added later.
 */
export async function gitIgnoredBelow(directory: string): Promise<GitIgnored> {
  const layers: Layer[] = [];
  for (const above of upToRepository(directory).toReversed()) layers.unshift(...(await layerOf(above)));
  return through(layers);
}

/** Combines rules. The nearest file comes first and has priority. */
function through(layers: readonly Layer[]): GitIgnored {
  return {
    ignores(file, isDirectory) {
      for (const { directory, rules } of layers) {
        const relative = path.relative(directory, file).replaceAll(path.sep, '/');
        const { ignored, unignored } = rules.test(isDirectory ? `${relative}/` : relative);
        if (ignored || unignored) return ignored;
      }
      return false;
    },
    enter: async (directory) => through([...(await layerOf(directory)), ...layers]),
  };
}

async function layerOf(directory: string): Promise<Layer[]> {
  const text = await readFile(path.join(directory, '.gitignore'), 'utf8').catch(absent);
  // Names are compared case-sensitively, as git does on most systems.
  return text === undefined ? [] : [{ directory, rules: ignore({ ignorecase: false }).add(text) }];
}

/** Ignores a missing file. A file that cannot be read is an error, because it may name private files. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EISDIR' && error.code !== 'ENOTDIR') throw error;
}

/** The directory and its parents, up to the one that contains `.git`. Only the directory itself if none does. */
function upToRepository(directory: string): string[] {
  const passed: string[] = [];
  for (let place = directory; ; place = path.dirname(place)) {
    passed.push(place);
    if (existsSync(path.join(place, '.git'))) return passed;
    if (place === path.dirname(place)) return [directory];
  }
}
