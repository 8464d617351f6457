import { type ItemType, maxFolderName, maxSkillName, maxTitle } from '@gatehouse/domain';
import { amongFolders } from '@gatehouse/domain/take-back';
import type { Op, TakeBack } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';

const maxTries = 100;

interface Wanted {
  id: string;
  type: ItemType | 'folder';
  folderId: string | null;
  wanted: string;
  /** It does not get the name, whoever has it now. */
  isTaken: boolean | undefined;
}

/**
 * The wanted name, if nothing else has it now; else the same with a number, which nothing has and no other entry of the take-back will have.
 * Documents share names.
 */
export function* freeName(context: ToolContext, takeBack: TakeBack, { id, type, folderId, wanted, isTaken }: Wanted): Op<string> {
  if (type === 'doc') return wanted;
  for (let number = isTaken ? 2 : 1; number <= maxTries; number++) {
    const name = number === 1 ? wanted : numbered(type, wanted, number);
    const holder =
      type === 'folder'
        ? (yield* context.store.folders.visibleByName(context.viewer, name, id))?.id
        : yield* context.store.items.named(context.viewer.orgId, folderId, name);
    if (holder !== undefined && holder !== id) continue;
    if (number === 1 || !(yield* isClaimed(context, takeBack, { id, folderId: type === 'folder' ? amongFolders : folderId, name })))
      return name;
  }
  return wanted;
}

function* isClaimed(
  { store }: ToolContext,
  takeBack: TakeBack,
  { id, ...place }: { id: string; folderId: string | null; name: string },
): Op<boolean> {
  const claims = yield* store.many.claims(takeBack, [place]);
  return claims.some((claim) => claim.itemId !== id && (claim.outcome === null || claim.plan.wantedName !== undefined));
}

/** `plan (2).md`, so that it stays what it is by its ending; of a skill `plan-2`. */
function numbered(type: Wanted['type'], name: string, number: number): string {
  if (type === 'skill') return withEnd(name, `-${number}`, maxSkillName);
  if (type === 'folder') return withEnd(name, ` (${number})`, maxFolderName);
  const ending = /(?<=.)\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return withEnd(name.slice(0, name.length - ending.length), ` (${number})${ending}`, maxTitle);
}

/** A name and its end, with as much of the name as there is room for. Lengths count code points (D16), so none is cut in two. */
function withEnd(name: string, end: string, maximum: number): string {
  return [...name].slice(0, maximum - [...end].length).join('') + end;
}
