import { dayMs } from '@gatehouse/domain';
import { deleteFolder, restoreItem, takeBackLast } from './deeds-of-many.ts';
import { type Desk, type Hand, handOf, type Step } from './hand.ts';
import { createSkill, removeSkillFile, renameSkill, writeSkillFile } from './skill-deeds.ts';
import { writeParagraph } from './write-paragraph.ts';

/** Milliseconds since the epoch. Small numbers are refused: they would be seconds. */
const dueDays = [1, 2, 3].map((day) => 1_764_000_000_000 + day * dayMs);
const statuses = ['todo', 'in_progress', 'done'];

/** Does one step, and notes it in the model if the gateway did it. */
export async function perform(desk: Desk, step: Step): Promise<void> {
  desk.world.clock.now++;
  const hand = handOf(desk, step, `${step.actor} ${desk.number}.${desk.counter++}`);
  await deeds[step.what](hand);
}

const idOf = (id: string) => (id.startsWith('doc_') ? { docId: id } : { fileId: id });

const deeds: Record<Step['what'], (hand: Hand) => Promise<void>> = {
  paragraph: (hand) => writeParagraph(hand, hand.value),
  'remove paragraph': (hand) => writeParagraph(hand, undefined),
  title: async (hand) => {
    const item = hand.pick('doc', 'file', 'skill');
    if (item?.kind === 'skill') return await renameSkill(hand, item);
    const name = item?.kind === 'file' ? hand.oneOf(hand.names.files) : hand.value;
    await hand.change(item, 'name', name, 'move_item', (id) => ({ ...idOf(id), name }));
  },
  move: ({ pick, change, folder }) => {
    const to = folder ? { folderId: folder.id } : { outOfFolders: true };
    return change(pick('doc', 'file', 'skill'), 'folderId', folder?.id ?? null, 'move_item', (id) => ({ ...idOf(id), ...to }));
  },
  tags: ({ pick, change, value }) =>
    change(pick('doc', 'file', 'skill'), 'tags', value, 'set_tags', (id) => ({ ...idOf(id), tags: [value] })),
  delete: ({ pick, change }) => {
    const item = pick('doc', 'file', 'skill');
    return change(item, 'isDeleted', true, item?.kind === 'doc' ? 'delete_doc' : 'delete_file', idOf);
  },
  restore: restoreItem,
  'create doc': ({ create, value }) =>
    create('doc', 'create_doc', { title: value, bodyMarkdown: `p2: ${value}\n` }, { name: value, folderId: null, p2: value }),
  'create file': ({ create, oneOf, names, folder, value }) => {
    const name = oneOf(names.files);
    const input = { name, content: value, ...(folder && { folderId: folder.id }) };
    return create('file', 'write_file', input, { name, folderId: folder?.id ?? null, text: value });
  },
  'create skill': createSkill,
  'file text': ({ pick, change, value }) => change(pick('file'), 'text', value, 'write_file', (fileId) => ({ fileId, content: value })),
  'skill file': writeSkillFile,
  'remove skill file': removeSkillFile,
  'task title': (hand) => changeTask(hand, 'title', hand.value),
  'task notes': (hand) => changeTask(hand, 'notes', hand.value),
  'task status': (hand) => changeTask(hand, 'status', hand.oneOf(statuses)),
  'task assignee': (hand) => changeTask(hand, 'assignee', hand.oneOf([...hand.people.map(({ email }) => email), null])),
  'task due': (hand) => changeTask(hand, 'dueAt', hand.oneOf([...dueDays, null])),
  'create task': ({ create, oneOf, people, value: title }) => {
    const { email: assignee } = oneOf(people);
    return create('task', 'create_task', { title, assignee }, { title, status: 'todo', notes: null, assignee, dueAt: null });
  },
  'create folder': async ({ actor, create, oneOf, names, people }) => {
    const name = oneOf(names.folders);
    const shares = Object.fromEntries(people.map(({ email }) => [email, false]));
    // A folder that Ada cannot see would be hidden from her take-back.
    if (actor !== 'owner') await create('folder', 'create_folder', { name }, { name, organization: false, ...shares });
  },
  'rename folder': ({ pick, change, oneOf, names }) => {
    const name = oneOf(names.folders);
    return change(pick('folder'), 'name', name, 'rename_folder', (folderId) => ({ folderId, name }));
  },
  'share folder': (hand) => share(hand, 'organization', { organization: true }, hand.choice % 2 === 0),
  'share with person': (hand) => {
    const { email } = hand.oneOf(hand.people);
    return share(hand, email, { email }, hand.choice % 4 < 2);
  },
  'delete folder': deleteFolder,
  'take back': takeBackLast,
};

async function share({ pick, change, now }: Hand, slot: string, whom: object, isShared: boolean): Promise<void> {
  const folder = pick('folder');
  if (!folder || (now(folder, slot) ?? false) === isShared) return;
  await change(folder, slot, isShared, isShared ? 'share_folder' : 'unshare_folder', (folderId) => ({ folderId, ...whom }));
}

function changeTask({ pick, change }: Hand, field: string, written: unknown): Promise<void> {
  return change(pick('task'), field, written, 'update_task', (taskId) => ({
    taskId,
    ...(written === null ? { clear: [field] } : { [field]: written }),
  }));
}
