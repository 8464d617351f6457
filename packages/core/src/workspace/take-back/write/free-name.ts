import type { ItemType } from '@gatehouse/domain';
import { amongFolders } from '@gatehouse/domain/take-back';
import type { Op, TakeBack } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { folderNamed } from '../../items/folder-names.ts';
import { findFreeName } from '../../items/numbered-name.ts';
import { willHaveName } from '../decide-page.ts';

interface Wanted {
  id: string;
  type: ItemType | 'folder';
  /** Folder of the item. For a folder, its parent. */
  folderId: string | null;
  wanted: string;
  /** True if it must not get the name, regardless of the name's current holder. */
  isTaken: boolean | undefined;
}

/**
 * Returns the wanted name if it is free now. Otherwise returns the name with a number, such that neither a present holder nor another entry
 * of the take-back has it. Documents can share names.
 */
export function* freeName(context: ToolContext, takeBack: TakeBack, { id, type, folderId, wanted, isTaken }: Wanted): Op<string> {
  if (type === 'doc') return wanted;
  const place = type === 'folder' ? amongFolders(folderId) : folderId;
  return yield* findFreeName(type, wanted, function* (name) {
    if (name === wanted && isTaken) return true;
    const holder =
      type === 'folder'
        ? (yield* folderNamed(context, folderId, name, id))?.id
        : yield* context.store.items.named(context.viewer.orgId, folderId, name);
    if (holder !== undefined && holder !== id) return true;
    return name !== wanted && (yield* isClaimed(context, takeBack, { id, folderId: place, name }));
  });
}

function* isClaimed(
  { store }: ToolContext,
  takeBack: TakeBack,
  { id, ...place }: { id: string; folderId: string | null; name: string },
): Op<boolean> {
  const claims = yield* store.many.claims(takeBack, [place]);
  return claims.some((claim) => claim.itemId !== id && willHaveName(claim));
}
