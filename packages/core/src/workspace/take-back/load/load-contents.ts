import type { FolderContents } from '@gatehouse/domain/take-back';
import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';

/** Maximum items in a folder that is deleted, because each one is checked. A folder with more stays. */
const maxInFolder = 50;
const maxComing = 1000;

/** Finds the future content of folders at the time when they are processed, from the preview's decisions about each item. */
export function* loadContents(context: ToolContext, takeBack: TakeBack, folderIds: readonly string[]): Op<Map<string, FolderContents>> {
  const contents = new Map<string, FolderContents>();
  if (folderIds.length === 0) return contents;
  const { store, viewer } = context;
  const coming = Map.groupBy(yield* store.many.into(takeBack, folderIds, maxComing), ({ targetFolder }) => targetFolder);
  for (const id of folderIds) {
    const inside = yield* store.folders.itemsOf(viewer.orgId, id, maxInFolder + 1);
    const system = (yield* store.folders.systemItemsOf(viewer.orgId, id, maxInFolder + 1)).map((item) => item.id);
    const others = (yield* store.folders.othersItemsOf(viewer.orgId, id, viewer.personId, maxInFolder + 1)).map((item) => item.id);
    const arriving = coming.get(id) ?? [];
    const entries = new Map(
      (yield* store.many.takeBackItems(takeBack, [...inside, ...system, ...others])).map((entry) => [entry.itemId, entry]),
    );
    const creators =
      arriving.length === 0
        ? new Map<string, string | null>()
        : yield* store.many.creators(
            viewer.orgId,
            arriving.map(({ itemId }) => itemId),
          );
    const isMany = (ids: readonly string[]) => ids.length > maxInFolder;
    const goes = (itemId: string) => isGoing(entries.get(itemId), id);
    const moves = (itemId: string) => goes(itemId) && entries.get(itemId)?.targetFolder !== null;
    contents.set(id, {
      isEmpty: !isMany(inside) && inside.every(goes) && arriving.length === 0,
      hasSystem: isMany(system) || !system.every(moves),
      hasOthers: isMany(others) || !others.every(moves) || arriving.some(({ itemId }) => creators.get(itemId) !== viewer.personId),
      comesBack: arriving.some(({ folderId, wasDeleted }) => wasDeleted && folderId === id),
    });
  }
  return contents;
}

/** True if an entry that is still open will be in another place, or in the trash. */
function isGoing(entry: TakeBackItem | undefined, folderId: string): boolean {
  return entry !== undefined && entry.outcome === null && isDecided(entry) && entry.targetFolder !== folderId;
}

/** True if a preview has decided about it. */
function isDecided({ expected, targetFolder }: TakeBackItem): boolean {
  return targetFolder !== null || expected !== null;
}
