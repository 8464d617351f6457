import type { Cast } from './cast.ts';
import { accessOf, chainOf, changing, type PlacedFolder } from './rules.ts';
import { change, expectAnswer, notShared, owning, type Turn } from './turn.ts';

/** Limits on the number and depth of folders. Steps beyond them do nothing. */
const maxFolders = 30;
const maxDepth = 5;

export async function createFolder(turn: Turn): Promise<void> {
  const { cast, actor, folder } = turn;
  const { rights } = cast;
  if (rights.folders.size >= maxFolders || (folder && chainOf(rights, folder.id).length >= maxDepth)) return;
  // A key that is limited to folders needs a parent.
  const isNowhere = folder === null && actor.key?.limits != null;
  const access = isNowhere ? 'read' : accessOf(rights, actor, folder?.id ?? null);
  const name = `canary${cast.made++}x`;
  const created = await expectAnswer(turn, changing(rights, actor, access), [
    'create_folder',
    { name, ...(folder && { parentId: folder.id }) },
  ]);
  if (!created) return;
  const { id } = created;
  rights.folderNames.set(name, id);
  rights.folders.set(id, { id, parent: folder?.id ?? null, owner: actor.person, isDeleted: false, ...notShared() });
}

export async function moveFolder(turn: Turn): Promise<void> {
  const { cast, step, folder, into } = turn;
  const { rights } = cast;
  if (!folder) return;
  const movers = cast.people.filter(({ person }) => rights.seesAll.has(person));
  const mover = movers[step.actor % movers.length]!;
  const isInside = into !== null && chainOf(rights, into.id).includes(folder);
  if (into && !isInside && chainOf(rights, into.id).length + levelsOf(cast, folder) > maxDepth) return;
  const place = into ? { parentId: into.id } : { toTop: true };
  const wanted = isInside ? 'invalid_argument' : 'ok';
  if (!(await expectAnswer(turn, wanted, ['move_folder', { folderId: folder.id, ...place }], mover))) return;
  if (folder.parent === (into?.id ?? null)) return;
  folder.parent = into?.id ?? null;
  if (!into) folder.owner = mover.person;
  Object.assign(folder, notShared());
}

export async function renameFolder(turn: Turn): Promise<void> {
  const { cast, person, folder } = turn;
  if (!folder) return;
  const name = `canary${cast.made++}x`;
  const wanted = owning(cast, person, folder);
  if (await expectAnswer(turn, wanted, ['rename_folder', { folderId: folder.id, name }], person))
    cast.rights.folderNames.set(name, folder.id);
}

export async function deleteFolder(turn: Turn): Promise<void> {
  const { cast, person, folder } = turn;
  const { rights } = cast;
  if (!folder) return;
  const wanted = owning(cast, person, folder);
  const deletePart = () => expectAnswer(turn, wanted, ['delete_folder', { folderId: folder.id }], person);
  let deleted = await deletePart();
  if (!deleted) return;
  while (!deleted.isDone) deleted = await deletePart();
  const isBelow = (id: string) => chainOf(rights, id).includes(folder);
  for (const item of rights.items.values())
    if (!item.isDeleted && item.folder !== null && isBelow(item.folder)) change(turn, item, { isDeleted: true });
  for (const each of rights.folders.values()) if (isBelow(each.id)) each.isDeleted = true;
}

/** Counts the levels from a folder down to the deepest folder in it, deleted ones included, because they move along. */
function levelsOf({ rights }: Cast, folder: PlacedFolder): number {
  const below = [...rights.folders.values()].map(({ id }) => chainOf(rights, id)).filter((chain) => chain.includes(folder));
  return Math.max(...below.map((chain) => chain.indexOf(folder) + 1));
}
