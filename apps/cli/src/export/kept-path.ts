import { maxFolderDepth, maxFolderName, maxTitle } from '@gatehouse/domain';
import { skillMain } from '@gatehouse/domain/skills';
import { isOfNotion, titleOf } from '../workspace/file-titles.ts';

interface Kept {
  name: string;
  type: 'doc' | 'file' | 'skill';
}

/**
 * Restores the path that an item was imported from, relative to the import's folder. Undefined if the item or one of its folders has since
 * been renamed. `around` lists the names of the item's folders, from the top down. // D73.4
 */
export function keptPath({ name, type }: Kept, around: readonly string[], importPath: string): string | undefined {
  const parts = importPath.split('/');
  if (type === 'skill' && parts.at(-1) === skillMain) parts.pop();
  const [file, directories] = [parts.at(-1), parts.slice(0, -1)];
  if (file === undefined || !isNameOf(name, file, maxTitle)) return undefined;
  // The import put anything deeper than ten folders into the tenth.
  const isAtLimit = around.length === maxFolderDepth;
  for (let inside = Math.min(directories.length, around.length); inside >= 0; inside--) {
    if (inside < directories.length && !isAtLimit) return undefined;
    const below = around.slice(around.length - inside);
    if (!below.every((folder, at) => isNameOf(folder, directories[at] as string, maxFolderName))) continue;
    return [...around.slice(0, around.length - inside).map((folder) => folder.replaceAll('/', '_')), ...parts].join('/');
  }
  return undefined;
}

/** True if an import could have given this name to the file or directory, with or without a number. */
function isNameOf(name: string, basename: string, maximum: number): boolean {
  const title = titleOf(basename, isOfNotion(basename) ? 'notion' : 'plain', maximum);
  if (name === title) return true;
  const numbered = /^(.*) \(\d+\)(\.[^.]{1,10})?$/u.exec(name);
  // A long title was shortened to make room for the number.
  return numbered !== null && title.startsWith(numbered[1] as string) && title.endsWith(numbered[2] ?? '');
}
