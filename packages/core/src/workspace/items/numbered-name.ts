import { type ItemType, maxFolderName, maxSkillName, maxTitle } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';

/**
 * Returns a name if it is free, and otherwise the name with a number. Numbers double from 100 on, so that any number of taken names needs few
 * look-ups.
 */
export function* findFreeName(type: ItemType | 'folder', name: string, isTaken: (name: string) => Op<boolean>): Op<string> {
  for (let number = 1; ; number = number < 100 ? number + 1 : 2 * number) {
    const tried = number === 1 ? name : numberedName(type, name, number);
    if (!(yield* isTaken(tried))) return tried;
  }
}

/** Inserts a number before the file extension: `plan (2).md`. For a skill: `plan-2`. */
export function numberedName(type: ItemType | 'folder', name: string, number: number): string {
  if (type === 'skill') return withEnd(name, `-${number}`, maxSkillName);
  if (type === 'folder') return withEnd(name, ` (${number})`, maxFolderName);
  const ending = /(?<=.)\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return withEnd(name.slice(0, name.length - ending.length), ` (${number})${ending}`, maxTitle);
}

/** Appends an end to a name, and shortens the name if needed. Lengths count code points (D16), so no character is cut in two. */
function withEnd(name: string, end: string, maximum: number): string {
  return [...name].slice(0, maximum - [...end].length).join('') + end;
}
