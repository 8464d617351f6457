import { type ItemType, maxFolderName, maxSkillName, maxTitle } from '@gatehouse/domain';

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

/** The number to try after one that is taken. Doubles from 100 on, so that any number of taken names needs few look-ups. */
export function nextNumber(number: number): number {
  return number < 100 ? number + 1 : 2 * number;
}
