import {
  amongFolders,
  type EntryHistory,
  type FolderContents,
  type FolderEntry,
  shareField,
  takeFieldsBack,
} from '@gatehouse/domain/take-back';
import type { Folder, Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';

/** An open entry for a folder. */
export interface FolderToLoad {
  entry: TakeBackItem;
  folder: Folder;
  common: EntryHistory;
}

const unknown: FolderContents = { isEmpty: false, hasUndecided: false, hasSystem: false, hasOthers: false, comesBack: false };

/** Loads folders with their shares and their future content. */
export function* loadFolders(
  context: ToolContext,
  takeBack: TakeBack,
  found: readonly FolderToLoad[],
): Op<Map<string, FolderEntry & EntryHistory>> {
  const looked = found.filter(({ folder, common }) => needsContents(folder, common)).map(({ folder }) => folder);
  const contents = yield* loadContents(context, takeBack, looked);
  const folders = new Map<string, FolderEntry & EntryHistory>();
  for (const { entry, folder, common } of found) {
    const { id, orgId, name, ownerId, parentId, visibility, deletedAt } = folder;
    folders.set(id, {
      kind: 'folder',
      ...common,
      name,
      ownerId,
      topOwnerId: (yield* context.store.folders.root(folder)).ownerId,
      parentId,
      isDeleted: deletedAt !== null,
      isOfEverybody: visibility === 'organization',
      sharedWith: contents.has(id) ? (yield* context.store.folders.shares(orgId, id)).map((share) => share.sharedWith) : [],
      contents: contents.get(id) ?? unknown,
      wasBroughtBack: entry.plan.undoes !== undefined && common.rows.some(({ isOfRun, what }) => isOfRun && what === 'restored'),
    });
  }
  return folders;
}

/** True if the decision depends on the content of the folder: it is deleted, restored or moved, or its shares change. */
function needsContents({ deletedAt }: Folder, { rows }: EntryHistory): boolean {
  const isMoved = rows.some(({ isOfRun, what }) => isOfRun && what !== 'changed');
  const fields = Object.keys(takeFieldsBack(rows).values);
  return deletedAt !== null || isMoved || fields.some((field) => field === 'parentId' || field.startsWith(shareField));
}

/** Maximum items, and maximum folders, in a folder to delete, because each one is checked. A folder with more stays. */
const maxInFolder = 50;
const maxComing = 1000;
/** Maximum folders below a folder whose sharing changes. With more, the folder is assumed to contain items of other people. */
const maxBelow = 1000;

/** Finds the future content of folders at the time when they are processed, from the preview's decisions about each item. */
function* loadContents(context: ToolContext, takeBack: TakeBack, folders: readonly Folder[]): Op<Map<string, FolderContents>> {
  const contents = new Map<string, FolderContents>();
  for (const folder of folders) {
    const { hasSystem, hasOthers } = yield* guardedContents(context, takeBack, folder);
    contents.set(folder.id, { hasSystem, hasOthers, ...(yield* directContents(context, takeBack, folder)) });
  }
  return contents;
}

/** Describes the items and folders directly in a folder. */
function* directContents(
  { store, viewer: { orgId } }: ToolContext,
  takeBack: TakeBack,
  { id }: Folder,
): Op<Pick<FolderContents, 'isEmpty' | 'hasUndecided' | 'comesBack'>> {
  const items = yield* store.folders.itemsOf(orgId, id, maxInFolder + 1);
  const children = yield* store.folders.childrenOf(orgId, id, maxInFolder + 1);
  const inside = [...items, ...children];
  const entries = new Map((yield* store.many.takeBackItems(takeBack, inside)).map((entry) => [entry.itemId, entry]));
  const arriving = yield* store.many.into(takeBack, [id], maxComing);
  const folders = yield* store.many.foldersInto(takeBack, amongFolders(id), maxComing);
  const goes = (itemId: string) => isGoing(entries.get(itemId), [id, amongFolders(id)]);
  const isMany = items.length > maxInFolder || children.length > maxInFolder;
  return {
    hasUndecided: children.some((child) => isUndecided(entries.get(child))),
    isEmpty: !isMany && inside.every(goes) && arriving.length === 0 && folders.length === 0,
    comesBack:
      arriving.some(({ folderId, wasDeleted }) => wasDeleted && folderId === id) ||
      folders.some(({ parentId, wasDeleted }) => wasDeleted && parentId === id),
  };
}

/** Describes the items in and below a folder that not everyone may hide (D63). */
function* guardedContents(
  { store, viewer: { orgId, personId } }: ToolContext,
  takeBack: TakeBack,
  folder: Folder,
): Op<Pick<FolderContents, 'hasSystem' | 'hasOthers'>> {
  const below = (yield* store.folders.wholeTreeOf(folder, maxBelow + 1)).map(({ id }) => id);
  const system = (yield* store.folders.systemItemsOf(folder, maxInFolder + 1)).map(({ id }) => id);
  const others = (yield* store.folders.othersItemsOf(folder, personId, maxInFolder + 1)).map(({ id }) => id);
  const arriving = yield* store.many.into(takeBack, below, maxComing);
  const entries = new Map((yield* store.many.takeBackItems(takeBack, [...system, ...others])).map((entry) => [entry.itemId, entry]));
  const comingIds = arriving.map(({ itemId }) => itemId);
  const creators = comingIds.length === 0 ? new Map<string, string | null>() : yield* store.many.creators(orgId, comingIds);
  const isMany = (ids: readonly string[]) => ids.length > maxInFolder || below.length > maxBelow;
  const moves = (itemId: string) => isGoing(entries.get(itemId), below) && entries.get(itemId)?.targetFolder !== null;
  return {
    hasSystem: isMany(system) || !system.every(moves),
    hasOthers: isMany(others) || !others.every(moves) || comingIds.some((itemId) => creators.get(itemId) !== personId),
  };
}

/** True if an open entry will be in the trash, or in a place other than these. */
function isGoing(entry: TakeBackItem | undefined, places: readonly string[]): boolean {
  if (entry?.outcome !== null || !isDecided(entry)) return false;
  return entry.targetFolder === null || !places.includes(entry.targetFolder);
}

function isUndecided(entry: TakeBackItem | undefined): boolean {
  return entry !== undefined && entry.outcome === null && !isDecided(entry);
}

/** True if a preview has decided about it. */
function isDecided({ expected, targetFolder }: TakeBackItem): boolean {
  return targetFolder !== null || expected !== null;
}
