import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** What the `.gitignore` files that reach a directory say of what is in it. */
export interface GitIgnored {
  /** `file` is absolute, and below the directory. */
  ignores(file: string, isDirectory: boolean): boolean;
  /** The same for a directory in this one, whose own `.gitignore` comes first. */
  enter(directory: string): Promise<GitIgnored>;
}

/** The rules of one `.gitignore`, which hold for what is below its directory. */
interface Layer {
  directory: string;
  rules: Ignore;
}

/** Those of an absolute directory, of the ones above it as far as its repository goes, and later of the ones below it. */
export async function gitIgnoredBelow(directory: string): Promise<GitIgnored> {
  const layers: Layer[] = [];
  for (const above of upToRepository(directory).toReversed()) layers.unshift(...(await layerOf(above)));
  return through(layers);
}

/** The nearest file first: what it says counts before what those above it say. */
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
  // As git does on most systems, names are compared letter by letter.
  return text === undefined ? [] : [{ directory, rules: ignore({ ignorecase: false }).add(text) }];
}

/** A file that is not there says nothing. One that cannot be read might name what must not be shown. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EISDIR' && error.code !== 'ENOTDIR') throw error;
}

/** The directory and those above it, up to the one that has `.git` in it; the directory alone when none has. */
function upToRepository(directory: string): string[] {
  const passed: string[] = [];
  for (let place = directory; ; place = path.dirname(place)) {
    passed.push(place);
    if (existsSync(path.join(place, '.git'))) return passed;
    if (place === path.dirname(place)) return [directory];
  }
}
