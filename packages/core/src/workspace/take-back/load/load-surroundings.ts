import { actsForAll, isGroup } from '@gatehouse/domain';
import { type ItemEntry, isRestored, itemFieldsBack, type Place, type Surroundings } from '@gatehouse/domain/take-back';
import type { Folder, Op, TakeBack } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { audienceOf } from '../../folders/audience.ts';
import { isChangeablePlace } from '../../items/read-only-places.ts';
import { loadHistories } from './changes-of-run.ts';

/** A folder in a take-back, and the folder that it would move to: null for the top, undefined if it stays. */
export interface MovableFolder {
  id: string;
  to: string | null | undefined;
}

/** Loads rights and members for items that would move, folders whose shares change, and tasks that are assigned. */
export function* loadSurroundings(
  context: ToolContext,
  takeBack: TakeBack,
  { items, folders, sharers }: { items: readonly ItemEntry[]; folders: readonly MovableFolder[]; sharers: readonly string[] },
): Op<Surroundings> {
  const { store, viewer, caller } = context;
  const moving = items.flatMap((item) => {
    const { folderId } = itemFieldsBack(item).values;
    return folderId === undefined || folderId === item.folderId ? [] : { item, to: folderId as string | null };
  });
  const itemPlaces = moving.flatMap(({ item, to }) => [item.folderId ?? '', to ?? '']);
  const folderPlaces = folders.flatMap(({ id, to }) => (to === undefined ? [] : [id, to ?? '']));
  const places = yield* placesOf(context, takeBack, new Set([...itemPlaces, ...folderPlaces]));
  const used = [
    ...folders.map(({ id }) => id),
    ...folderPlaces,
    ...items.map(({ folderId }) => folderId ?? ''),
    ...moving.map(({ to }) => to ?? ''),
  ];
  const changeable = yield* changeablePlaces(context, new Set(used));
  const isAll = actsForAll(caller);
  const creators =
    isAll || moving.length === 0
      ? new Map()
      : yield* store.many.creators(
          viewer.orgId,
          moving.map(({ item }) => item.id),
        );
  const seers = isAll ? [] : [...places.values()].flatMap(({ seers }) => (seers === 'everybody' ? [] : [...seers]));
  const groups = yield* groupsOf(context, sharers);
  const people = sharers.filter((id) => !isGroup(id));
  const members = new Map<string, { seesAll: boolean }>();
  for (const id of new Set([...people, ...[...groups.values()].flat(), ...seers])) {
    const person = yield* store.people.find(viewer.orgId, id);
    if (person) members.set(id, { seesAll: actsForAll(person) });
  }
  return { requester: { personId: viewer.personId, actsForAll: isAll }, changeable, places, members, groups, creators };
}

/** Groups among these sharers, with their people. */
function* groupsOf({ store, viewer: { orgId }, now }: ToolContext, sharers: readonly string[]): Op<Map<string, string[]>> {
  const groups = new Map<string, string[]>();
  for (const { id } of yield* store.groups.several(orgId, [...new Set(sharers.filter(isGroup))]))
    groups.set(id, yield* store.groups.peopleOf(orgId, id, now));
  return groups;
}

function* placesOf(context: ToolContext, takeBack: TakeBack, ids: ReadonlySet<string>): Op<Map<string, Place>> {
  const { store, viewer } = context;
  const places = new Map<string, Place>();
  if (ids.has('')) places.set('', { rootId: '', ownerId: null, seers: 'everybody', isThere: true });
  const named = [...ids].filter((id) => id !== '');
  const folders = named.length === 0 ? [] : yield* store.many.folders(viewer, named);
  const coming = yield* comingBack(
    context,
    takeBack,
    folders.filter(({ deletedAt }) => deletedAt !== null),
  );
  for (const folder of folders) {
    const isThere =
      folder.deletedAt === null || coming.has(folder.id) || (yield* store.folders.itemsOf(folder.orgId, folder.id, 1)).length > 0;
    const top = yield* store.folders.root(folder);
    places.set(folder.id, { rootId: top.id, ownerId: top.ownerId, seers: yield* audienceOf(context, top), isThere });
  }
  return places;
}

/** Returns the places whose content the requester may change. */
function* changeablePlaces(context: ToolContext, ids: ReadonlySet<string>): Op<Set<string>> {
  const { store, viewer } = context;
  const folders = [...ids].filter((id) => id !== '');
  const found = folders.length === 0 ? [] : yield* store.visibilityChecks.changeableFolders(viewer, folders);
  const isOutside = ids.has('') && (yield* isChangeablePlace(context, null));
  return new Set([...found, ...(isOutside ? [''] : [])]);
}

/** Finds deleted folders that this take-back restores first: the run deleted them last, and the requester may restore them. */
function* comingBack(context: ToolContext, takeBack: TakeBack, folders: readonly Folder[]): Op<Set<string>> {
  const { store, viewer, caller } = context;
  const own = folders.filter(({ ownerId }) => actsForAll(caller) || ownerId === viewer.personId).map(({ id }) => id);
  if (own.length === 0) return new Set();
  const entries = (yield* store.many.takeBackItems(takeBack, own)).filter(({ outcome, plan }) => outcome === null && !plan.isLeftOut);
  const histories = yield* loadHistories(context, takeBack, entries);
  const back = entries.filter(({ itemId }) => isRestored(histories.get(itemId) ?? []));
  return new Set(back.map(({ itemId }) => itemId));
}
