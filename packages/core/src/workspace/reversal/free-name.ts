import { maxTitle } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

const maxTries = 100;

/**
 * Finds a name that no other file or skill in the folder has: the wanted name, or that name with a number. Documents can share names. If the first 100 are taken, returns the wanted name.
 */
export function* freeName({ store, viewer }: ToolContext, item: VisibleItem, folderId: string | null, wanted: string): Op<string> {
  if (item.type === 'doc') return wanted;
  for (let number = 1; number <= maxTries; number++) {
    const name = number === 1 ? wanted : numbered(wanted, number);
    const holder = yield* store.items.named(viewer.orgId, folderId, name);
    if (holder === undefined || holder === item.id) return name;
  }
  return wanted;
}

/** Inserts a number before the file extension: `plan (2).md`. */
function numbered(name: string, number: number): string {
  const ending = /(?<=.)\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return withEnd(name.slice(0, name.length - ending.length), ` (${number})${ending}`, maxTitle);
}

/** Appends an end to a name, and shortens the name if needed. Lengths count code points (D16), so no character is cut in two. */
export function withEnd(name: string, end: string, maximum: number): string {
  return [...name].slice(0, maximum - [...end].length).join('') + end;
}
