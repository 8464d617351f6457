import path from 'node:path';
import { maxFolderDepth, maxFolderName, maxTitle } from '@gatehouse/domain';
import { isMarkdown, shorten, type TreeKind, titleOf } from '../workspace/file-titles.ts';

/** Place of an imported file: the names of its folders below the target, and the name of the item. */
export interface ImportPlace {
  folders: readonly string[];
  name: string;
}

/**
 * Chooses the place of each file in a tree. Names lose `.md` and the identifiers that Notion appends, and are shortened to the maximum.
 * Sibling folders, and sibling files, with equal names get numbers in the order of their paths, so that every import chooses the same
 * names. Documents can share a title. Anything deeper than ten folders goes into the tenth.
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
    const isTooDeep = parent.length + depthOfTarget >= maxFolderDepth;
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

function numbered(name: string, number: number, maximum: number): string {
  const extension = /(?<=.)\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return (
    shorten(`${name.slice(0, name.length - extension.length)}`, '', maximum - ` (${number})${extension}`.length) +
    ` (${number})${extension}`
  );
}

const keyOf = (parts: readonly string[]) => parts.join('\0').toLowerCase();
