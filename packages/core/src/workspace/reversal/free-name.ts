import { maxTitle } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

const maxTries = 100;

/** A name that no other file or skill of a folder has: the one that is wanted, or the same with a number. Documents share names. */
export function* freeName({ store, viewer }: ToolContext, item: VisibleItem, folderId: string | null, wanted: string): Op<string> {
  if (item.type === 'doc') return wanted;
  for (let number = 1; number <= maxTries; number++) {
    const name = number === 1 ? wanted : numbered(wanted, number);
    const holder = yield* store.items.named(viewer.orgId, folderId, name);
    if (holder === undefined || holder === item.id) return name;
  }
  return wanted;
}

/** `plan (2).md`, so that it stays what it is by its ending. */
function numbered(name: string, number: number): string {
  const ending = /(?<=.)\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return withEnd(name.slice(0, name.length - ending.length), ` (${number})${ending}`, maxTitle);
}

/** A name and its end, with as much of the name as there is room for. Lengths count code points (D16), so none is cut in two. */
export function withEnd(name: string, end: string, maximum: number): string {
  return [...name].slice(0, maximum - [...end].length).join('') + end;
}
