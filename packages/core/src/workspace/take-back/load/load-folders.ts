import { type FolderContents, type FolderEntry, shareField, takeFieldsBack } from '@gatehouse/domain/take-back';
import type { Folder, Op, TakeBack } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { loadContents } from './load-contents.ts';
import type { OpenEntry } from './open-entry.ts';

const unknown: FolderContents = { isEmpty: false, hasUndecided: false, hasSystem: false, hasOthers: false, comesBack: false };

/** Loads folders with their shares and their future content. */
export function* loadFolders(
  context: ToolContext,
  takeBack: TakeBack,
  open: readonly OpenEntry[],
): Op<Map<string, FolderEntry & OpenEntry['common']>> {
  const found = open.flatMap(({ entry, subject: { folder }, common }) => (folder ? [{ entry, folder, common }] : []));
  const looked = found.filter(({ folder, common }) => needsContents(folder, common)).map(({ folder }) => folder);
  const contents = yield* loadContents(context, takeBack, looked);
  const folders = new Map<string, FolderEntry & OpenEntry['common']>();
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
function needsContents({ deletedAt }: Folder, { rows }: OpenEntry['common']): boolean {
  const isMoved = rows.some(({ isOfRun, what }) => isOfRun && what !== 'changed');
  const fields = Object.keys(takeFieldsBack(rows).values);
  return deletedAt !== null || isMoved || fields.some((field) => field === 'parentId' || field.startsWith(shareField));
}
