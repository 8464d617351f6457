import { type Actor, accessOf, accessTo, chainOf, changing, type PlacedItem, reach } from './rules.ts';
import { type Answered, change, expectReason, namedBy, notShared, type Turn } from './turn.ts';

/** Most items at a time: beyond, none is created. */
const maxItems = 40;

export async function createItem(turn: Turn): Promise<void> {
  const { cast, step, actor, folder } = turn;
  const { rights } = cast;
  if (rights.items.size >= maxItems) return;
  const isNowhere = folder === null && actor.key?.limits != null;
  // Such a key creates in its only writable folder, which `limited-keys.test.ts` tests.
  if (isNowhere) return;
  const type = (['doc', 'file', 'skill'] as const)[step.other % 3]!;
  const canary = `canary${cast.made++}x`;
  const place = folder ? { folderId: folder.id } : {};
  const answer = await askToCreate(turn, type, canary, place);
  if (!expectReason(turn, answer, changing(rights, actor, accessOf(rights, actor, folder?.id ?? null)))) return;
  const id: string = answer.value.docId ?? answer.value.id;
  await placeItem(turn, { id, type, folder: folder?.id ?? null, canary, isResult: false, heldBy: null });
}

export async function changeItem(turn: Turn): Promise<void> {
  const { cast, step, actor, item } = turn;
  if (!item) return;
  const answer = await askToChange(turn, item, step.other);
  if (expectReason(turn, answer, changing(cast.rights, actor, accessTo(cast.rights, actor, item)))) change(turn, item, { heldBy: null });
}

/** The owner makes moves that D63 can refuse to members, which `refuse-hiding.property.test.ts` tests. */
export async function moveItem(turn: Turn): Promise<void> {
  const { cast, item, into, actor } = turn;
  if (!item) return;
  const wantedOf = (mover: Actor) => {
    const from = changing(cast.rights, mover, accessTo(cast.rights, mover, item));
    const to = accessOf(cast.rights, mover, into?.id ?? null);
    // A limited key is told that it changes nothing outside of its folders.
    return from === 'ok' ? changing(cast.rights, mover, into === null ? (to ?? 'read') : to) : from;
  };
  const mover = cast.rights.seesAll.has(actor.person) || wantedOf(actor) !== 'ok' ? actor : cast.owner;
  const answer = await turn.ask('move_item', { ...namedBy(item), ...(into ? { folderId: into.id } : { outOfFolders: true }) }, mover);
  if (!expectReason({ ...turn, actor: mover }, answer, wantedOf(mover))) return;
  const place = into?.id ?? null;
  if (item.folder !== place) change(turn, item, { folder: place, heldBy: null });
}

export async function deleteItem(turn: Turn): Promise<void> {
  const { cast, actor, item } = turn;
  if (!item) return;
  const answer = await turn.ask(item.type === 'doc' ? 'delete_doc' : 'delete_file', namedBy(item));
  if (expectReason(turn, answer, changing(cast.rights, actor, accessTo(cast.rights, actor, item)))) change(turn, item, { isDeleted: true });
}

export async function restoreItem(turn: Turn): Promise<void> {
  const { cast, step, item } = turn;
  const person = cast.people[step.actor % cast.people.length]!;
  if (!item) return;
  const answer = await turn.ask('restore_item', { itemId: item.id }, person);
  const access = item.isDeleted ? reach(cast.rights, person, item) : null;
  if (!expectReason({ ...turn, actor: person }, answer, changing(cast.rights, person, access))) return;
  change(turn, item, { isDeleted: false, heldBy: null });
  if (item.folder !== null) for (const folder of chainOf(cast.rights, item.folder)) folder.isDeleted = false;
}

export async function purgeItem(turn: Turn): Promise<void> {
  const { cast, step, item } = turn;
  const person = cast.people[step.actor % cast.people.length]!;
  if (!item?.isDeleted) return;
  const answer = await turn.ask('purge_item', { itemId: item.id }, person);
  const wanted = cast.rights.seesAll.has(person.person) ? 'ok' : 'forbidden';
  if (expectReason({ ...turn, actor: person }, answer, wanted)) cast.rights.items.delete(item.id);
}

export async function keepResult(turn: Turn): Promise<void> {
  const { cast, actor } = turn;
  if (!actor.key || cast.rights.items.size >= maxItems) return;
  const canary = `canary${cast.made++}x`;
  const answer = await turn.ask('execute_service_read_tool', { toolSlug: 'github__list_issues', arguments: { repo: canary } });
  if (!expectReason(turn, answer, 'ok')) return;
  const id = /file (file_\w+)/.exec(answer.value.content[0].text)![1]!;
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

function askToCreate({ ask }: Turn, type: PlacedItem['type'], canary: string, place: object): Promise<Answered> {
  const body = `The needle and ${canary}.\n`;
  if (type === 'doc') return ask('create_doc', { title: canary, bodyMarkdown: body, ...place });
  if (type === 'file') return ask('write_file', { name: `${canary}.txt`, content: body, ...place });
  const files = [{ path: 'references/x.md', content: body }];
  return ask('write_skill', { name: canary, description: `Has ${canary}.`, content: body, files, ...place });
}

/** Changes an item with one of the tools for its type. */
function askToChange({ ask, cast }: Turn, item: PlacedItem, choice: number): Promise<Answered> {
  const named = namedBy(item);
  const made = cast.made++;
  const content = `The needle and ${item.canary}.\n${made}\n`;
  const ways: Record<PlacedItem['type'], [tool: string, input: object][]> = {
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
  const [tool, input] = [...ways[item.type], ['set_tags', { ...named, tags: [`tag${made}`] }] as const][
    choice % (ways[item.type].length + 1)
  ]!;
  return ask(tool, input);
}
