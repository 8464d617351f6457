import type { Asked } from './cast.ts';
import { type Actor, accessOf, accessTo, chainOf, changing, namedBy, type PlacedItem, reach } from './rules.ts';
import { change, expectAnswer, notShared, type Turn } from './turn.ts';

/** Limit on the number of items. Steps beyond it create nothing. */
const maxItems = 40;

export async function createItem(turn: Turn): Promise<void> {
  const { cast, step, actor, folder } = turn;
  const { rights } = cast;
  if (rights.items.size >= maxItems) return;
  // A limited key creates in its only writable folder if it names none: `limited-keys.test.ts` tests this.
  if (folder === null && actor.key?.limits != null) return;
  const type = (['doc', 'file', 'skill'] as const)[step.other % 3]!;
  const canary = `canary${cast.made++}x`;
  const place = folder ? { folderId: folder.id } : {};
  const wanted = changing(rights, actor, accessOf(rights, actor, folder?.id ?? null));
  const created = await expectAnswer(turn, wanted, creationOf(type, canary, place));
  if (!created) return;
  const id: string = created.docId ?? created.id;
  await placeItem(turn, { id, type, folder: folder?.id ?? null, canary, isResult: false, heldBy: null });
}

export async function changeItem(turn: Turn): Promise<void> {
  const { cast, step, actor, item } = turn;
  if (!item) return;
  const wanted = changing(cast.rights, actor, accessTo(cast.rights, actor, item));
  if (await expectAnswer(turn, wanted, changeOf(item, step.other, cast.made++))) change(turn, item, { heldBy: null });
}

/** Has the owner make a member's allowed moves, because D63 can refuse them to the member: `refuse-hiding.property.test.ts` tests this. */
export async function moveItem(turn: Turn): Promise<void> {
  const { cast, item, into, actor } = turn;
  if (!item) return;
  const wantedOf = (mover: Actor) => {
    const from = changing(cast.rights, mover, accessTo(cast.rights, mover, item));
    const to = accessOf(cast.rights, mover, into?.id ?? null);
    // A limited key gets `protected_item` outside of its folders.
    return from === 'ok' ? changing(cast.rights, mover, into === null ? (to ?? 'read') : to) : from;
  };
  const mover = cast.rights.seesAll.has(actor.person) || wantedOf(actor) !== 'ok' ? actor : cast.owner;
  const target = into ? { folderId: into.id } : { outOfFolders: true };
  if (!(await expectAnswer(turn, wantedOf(mover), ['move_item', { ...namedBy(item), ...target }], mover))) return;
  const place = into?.id ?? null;
  if (item.folder !== place) change(turn, item, { folder: place, heldBy: null });
}

export async function deleteItem(turn: Turn): Promise<void> {
  const { cast, actor, item } = turn;
  if (!item) return;
  const wanted = changing(cast.rights, actor, accessTo(cast.rights, actor, item));
  const tool = item.type === 'doc' ? 'delete_doc' : 'delete_file';
  if (await expectAnswer(turn, wanted, [tool, namedBy(item)])) change(turn, item, { isDeleted: true });
}

export async function restoreItem(turn: Turn): Promise<void> {
  const { cast, person, item } = turn;
  if (!item) return;
  const wanted = changing(cast.rights, person, item.isDeleted ? reach(cast.rights, person, item) : null);
  if (!(await expectAnswer(turn, wanted, ['restore_item', { itemId: item.id }], person))) return;
  change(turn, item, { isDeleted: false, heldBy: null });
  if (item.folder !== null) for (const folder of chainOf(cast.rights, item.folder)) folder.isDeleted = false;
}

export async function purgeItem(turn: Turn): Promise<void> {
  const { cast, person, item } = turn;
  if (!item?.isDeleted) return;
  const wanted = cast.rights.seesAll.has(person.person) ? 'ok' : 'forbidden';
  if (await expectAnswer(turn, wanted, ['purge_item', { itemId: item.id }], person)) cast.rights.items.delete(item.id);
}

export async function keepResult(turn: Turn): Promise<void> {
  const { cast, actor } = turn;
  if (!actor.key || cast.rights.items.size >= maxItems) return;
  const canary = `canary${cast.made++}x`;
  const input = { toolSlug: 'github__list_issues', arguments: { repo: canary } };
  const result = await expectAnswer(turn, 'ok', ['execute_service_read_tool', input]);
  const id = /file (file_\w+)/.exec(result.content[0].text)![1]!;
  const { folderId } = await cast.world.ok(cast.owner.credential, 'read_item', { itemId: id });
  const results = { id: folderId, parent: null, owner: actor.person, isDeleted: false, holdsResults: true, ...notShared() };
  if (!cast.rights.folders.has(folderId)) cast.rights.folders.set(folderId, results);
  await placeItem(turn, { id, type: 'file', folder: folderId, canary, isResult: true, heldBy: actor.key });
}

type NewItem = Omit<PlacedItem, 'isDeleted' | 'changedAt' | 'requestId' | 'comment' | 'comments'>;

async function placeItem({ cast: { world, owner, rights } }: Turn, item: NewItem): Promise<void> {
  const { changes } = await world.ok(owner.credential, 'list_changes', { itemId: item.id });
  const { requestId } = changes.at(-1);
  rights.items.set(item.id, { ...item, isDeleted: false, changedAt: world.clock.now, requestId, comment: null, comments: [] });
}

function creationOf(type: PlacedItem['type'], canary: string, place: object): Asked {
  const body = `The needle and ${canary}.\n`;
  if (type === 'doc') return ['create_doc', { title: canary, bodyMarkdown: body, ...place }];
  if (type === 'file') return ['write_file', { name: `${canary}.txt`, content: body, ...place }];
  const files = [{ path: 'references/x.md', content: body }];
  return ['write_skill', { name: canary, description: `Has ${canary}.`, content: body, files, ...place }];
}

/** Chooses a call that changes an item of this type. `made` makes its text unique. */
function changeOf(item: PlacedItem, choice: number, made: number): Asked {
  const named = namedBy(item);
  const content = `The needle and ${item.canary}.\n${made}\n`;
  const ways: Record<PlacedItem['type'], Asked[]> = {
    doc: [
      ['append_doc', { ...named, text: 'more\n' }],
      ['update_doc', { ...named, bodyMarkdown: content, changeSummary: 'other text' }],
      ['edit_doc', { ...named, oldText: item.canary, newText: `${item.canary} again` }],
    ],
    file: [
      ['write_file', { ...named, content }],
      ['apply_edits', { ...named, edits: [{ oldText: item.canary, newText: `${item.canary} too` }] }],
    ],
    skill: [
      ['write_skill', { ...named, files: [{ path: 'references/x.md', content }] }],
      ['edit_skill', { ...named, oldText: 'The needle', newText: `And, or: The needle` }],
    ],
  };
  const calls: Asked[] = [...ways[item.type], ['set_tags', { ...named, tags: [`tag${made}`] }]];
  return calls[choice % calls.length]!;
}
