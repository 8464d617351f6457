import { isDeepStrictEqual } from 'node:util';
import type { Loose, PersonCredential } from '../kit/world.ts';
import type { Answered, Ask } from './random-history.ts';

/** Answer to the owner about one subject. */
interface Read {
  tool: 'browse_folder' | 'read_item' | 'list_item_versions' | 'read_task';
  input: object;
  answer: Answered;
}

/** Reads all existing folders, items and tasks as an owner, who sees everything. */
export async function readEverything(ask: Ask, owner: PersonCredential): Promise<Read[]> {
  const folders: Loose[] = (await list(ask, owner, 'list_folders', {})).folders;
  const places = [{}, ...folders.map(({ id }) => ({ folderId: id }))];
  const tasks: Loose[] = (await list(ask, owner, 'browse_tasks', {})).tasks;
  const reads: Read[] = [];
  const read = async (tool: Read['tool'], input: object) =>
    void reads.push({ tool, input, answer: await readOne(ask, owner, tool, input) });
  for (const place of places) {
    await read('browse_folder', place);
    for (const { id } of (await list(ask, owner, 'browse_folder', { limit: 60, ...place })).items) {
      await read('read_item', { itemId: id });
      await read('list_item_versions', { itemId: id });
    }
  }
  for (const { taskId } of tasks) await read('read_task', { taskId });
  return reads;
}

/** Returns differences between the history and the answers before a change, for items that are neither purged nor in a deleted folder. */
export async function compareWithHistory(ask: Ask, owner: PersonCredential, before: readonly Read[], asOf: number): Promise<string[]> {
  const found: string[] = [];
  const trash: Loose[] = (await list(ask, owner, 'list_trash', {})).items;
  const absent = new Map(trash.map(({ id }) => [id, false]));
  const isAbsent = async (itemId: string) => {
    const known = absent.get(itemId) ?? !(await ask(owner, 'read_item', { itemId, includeText: false })).ok;
    absent.set(itemId, known);
    return known;
  };
  for (const { tool, input, answer } of before) {
    const { itemId, folderId } = input as { itemId?: string; folderId?: string };
    if (itemId !== undefined && (await isAbsent(itemId))) continue;
    if (folderId !== undefined && !(await ask(owner, 'browse_folder', { folderId })).ok) continue;
    const again = await readOne(ask, owner, tool, { ...input, asOf });
    const expected = await withoutAbsent(answer, isAbsent);
    if (!isDeepStrictEqual(named(again), named(expected)))
      found.push(`${tool} ${JSON.stringify(input)} was ${JSON.stringify(expected)}, and by the history ${JSON.stringify(again)}`);
  }
  return found;
}

async function withoutAbsent(answer: Answered, isAbsent: (itemId: string) => Promise<boolean>): Promise<Answered> {
  if (!answer.ok || !answer.value.items) return answer;
  const items: Loose[] = [];
  for (const item of answer.value.items) if (!(await isAbsent(item.id))) items.push(item);
  return { ok: true, value: { ...answer.value, items } };
}

/** A folder that was deleted since is not named. */
function named(answer: Answered): Answered {
  if (!answer.ok) return answer;
  const { folderName: _, ...value } = answer.value;
  return { ok: true, value };
}

async function readOne(ask: Ask, owner: PersonCredential, tool: Read['tool'], input: object): Promise<Answered> {
  const answer = await ask(owner, tool, tool === 'browse_folder' ? { ...input, limit: 60 } : input);
  if (!answer.ok) return answer;
  const { downloadUrl: _, nextCursor: __, reviewed: ___, ...value } = answer.value;
  return { ok: true, value: value.items ? { ...value, items: value.items.toSorted(byId) } : value };
}

const byId = (one: Loose, other: Loose): number => (one.id < other.id ? -1 : 1);

async function list(ask: Ask, owner: PersonCredential, tool: string, input: object): Promise<Loose> {
  const answer = await ask(owner, tool, input);
  if (!answer.ok) throw new Error(`${tool} was refused: ${answer.reason}`);
  if (answer.value.nextCursor) throw new Error(`${tool} has more than a page, which is all that is compared`);
  return answer.value;
}
