import path from 'node:path';
import { cleanName, maxFolderName, maxTitle } from '@gatehouse/domain';

/** Place of an imported file: names of the folders from the target down, and the name of the item. */
export interface ImportPlace {
  folders: readonly string[];
  name: string;
}

/** Kind of a directory that keeps its tree as folders. */
export type TreeKind = 'plain' | 'notion';

/** Folders in one another, with the target of the import. */
const maxFolders = 10;

/**
 * Chooses the place of each file in a tree. Names are titles: without `.md`, without the identifiers that Notion appends, and short enough.
 * Folders and files beside each other whose names would be equal get numbers, in the order of their paths, so that another import chooses the
 * same. Titles of documents can be equal. What is deeper than ten folders comes into the tenth.
 */
export function importPlaces(paths: readonly string[], kind: TreeKind, depthOfTarget: number): Map<string, ImportPlace> {
  const taken = new Map<string, Set<string>>();
  const folders = new Map<string, readonly string[]>([['.', []]]);

  function free(place: string, name: string, maximum: number): string {
    const names = taken.get(place) ?? new Set();
    taken.set(place, names);
    let chosen = name;
    for (let number = 2; names.has(chosen.toLowerCase()); number++) chosen = numbered(name, number, maximum);
    names.add(chosen.toLowerCase());
    return chosen;
  }

  function folderOf(directory: string): readonly string[] {
    const known = folders.get(directory);
    if (known) return known;
    const parent = folderOf(path.posix.dirname(directory));
    const isTooDeep = parent.length + depthOfTarget >= maxFolders;
    const made = isTooDeep
      ? parent
      : [...parent, free(keyOf(parent), titleOf(path.posix.basename(directory), kind, maxFolderName), maxFolderName)];
    folders.set(directory, made);
    return made;
  }

  const places = new Map<string, ImportPlace>();
  for (const one of paths.toSorted()) {
    const inside = folderOf(path.posix.dirname(one));
    const title = titleOf(path.posix.basename(one), kind, maxTitle);
    places.set(one, { folders: inside, name: isMarkdown(one) ? title : free(`${keyOf(inside)}\0`, title, maxTitle) });
  }
  return places;
}

export const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name);

/** Notion appends the identifier of a page to the names of its file and of the directory with its subpages. */
const notionId = / ?\b[0-9a-f]{32}(?=$|\.[^.]{1,10}$|_all\.csv$)/;

/** True for a name with the identifier of a Notion page. */
export const isOfNotion = (name: string): boolean => notionId.test(name);

/** Title of a file or directory: one line of at most `maximum` code points. */
export function titleOf(basename: string, kind: TreeKind, maximum: number): string {
  const plain = kind === 'notion' ? basename.replace(notionId, '') : basename;
  const title = plain.replace(/(?<=.)\.(?:md|markdown)$/i, '');
  const extension = title === plain ? (/(?<=.)\.[^.]{1,10}$/u.exec(title)?.[0] ?? '') : '';
  const short = shorten(title, extension, maximum);
  const clean = cleanName(short, { argument: 'it', maximum });
  return clean.ok ? clean.name : 'Untitled';
}

function shorten(name: string, end: string, maximum: number): string {
  const stem = [...name.slice(0, name.length - end.length)];
  return stem.length + [...end].length <= maximum ? name : stem.slice(0, maximum - [...end].length).join('') + end;
}

function numbered(name: string, number: number, maximum: number): string {
  const extension = /(?<=.)\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return (
    shorten(`${name.slice(0, name.length - extension.length)}`, '', maximum - ` (${number})${extension}`.length) +
    ` (${number})${extension}`
  );
}

const keyOf = (parts: readonly string[]) => parts.join('\0').toLowerCase();
