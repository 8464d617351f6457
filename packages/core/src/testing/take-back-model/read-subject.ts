import type { Loose } from '../test-world.ts';
import type { Desk } from './hand.ts';
import { fileSlot, paragraphsOf, type Subject } from './model.ts';

/** A subject as Ada reads it, by the slots of the model. Undefined if it does not exist. */
export type Actual = Map<string, unknown> | undefined;

const taskFields = ['title', 'status', 'notes', 'assignee', 'dueAt'];

export async function readSubject(desk: Desk, subject: Subject): Promise<Actual> {
  if (subject.kind === 'folder') return await readFolder(desk, subject);
  if (subject.kind === 'task') {
    const task = await desk.world.ok(desk.credentials.ada, 'read_task', { taskId: subject.id });
    return new Map(taskFields.map((field) => [field, task[field]]));
  }
  return await readItem(desk, subject);
}

async function readFolder({ world, credentials: { ada }, people }: Desk, { id: folderId }: Subject): Promise<Actual> {
  const answer = await world.call(ada, 'browse_folder', { folderId, limit: 1 });
  if (!answer.ok) return undefined;
  const { folder }: Loose = answer.value;
  const { viewers } = await world.ok(ada, 'list_folder_viewers', { folderId });
  const isBecause = (personId: string, reason: string) =>
    viewers.some((viewer: Loose) => viewer.personId === personId && viewer.because.includes(reason));
  const shares = people.map(({ email, personId }) => [email, isBecause(personId, 'shared_with_them')] as const);
  const [anybody] = people;
  return new Map<string, unknown>([
    ['name', folder.name],
    ['organization', anybody !== undefined && isBecause(anybody.personId, 'shared_with_organization')],
    ...shares,
  ]);
}

async function readItem({ world, credentials: { ada } }: Desk, { id, kind }: Subject): Promise<Actual> {
  const answer = await world.call(ada, 'read_item', { itemId: id });
  if (!answer.ok) return undefined;
  const item: Loose = answer.value;
  const fields = new Map<string, unknown>([
    ['name', item.name],
    ['folderId', item.folderId],
    ['tags', item.tags[0]],
  ]);
  if (kind === 'file') return fields.set('text', item.text);
  for (const [number, text] of paragraphsOf(item.text)) fields.set(`p${number}`, text);
  if (kind !== 'skill') return fields;
  const { files } = await world.ok(ada, 'read_skill_files', { fileId: id });
  for (const { path, content } of files) if (path !== 'SKILL.md') fields.set(fileSlot + path, content);
  return fields;
}
