import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world[Symbol.asyncDispose]());

const createDoc = async (who: World['owner'], title: string, folderId?: string): Promise<string> =>
  (await world.ok(who, 'create_doc', { title, bodyMarkdown: 'x', ...(folderId && { folderId }) })).docId;
const read = async (who: World['owner'], itemIds: string[]): Promise<Loose[]> => (await world.ok(who, 'read_items', { itemIds })).items;

it('returns items in the order asked for, each once, with their folders and times', async () => {
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
  const [outside, inside] = [await createDoc(world.owner, 'Outside'), await createDoc(world.owner, 'Inside', folderId)];
  const updatedAt = world.clock.now;
  expect(await read(world.owner, [inside, outside, inside])).toEqual([
    { id: inside, type: 'doc', name: 'Inside', folderId, folderName: 'Plans', updatedAt },
    { id: outside, type: 'doc', name: 'Outside', folderId: null, updatedAt },
  ]);
  expect(await read(world.owner, [])).toEqual([]);
});

it('leaves out what is in the trash, not visible, or of another organization', async () => {
  const member = await world.addPerson('member@acme.test');
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
  const [hidden, deleted, kept] = await Promise.all([
    createDoc(world.owner, 'Hidden', folderId),
    createDoc(world.owner, 'Deleted'),
    createDoc(world.owner, 'Kept'),
  ]);
  await world.ok(world.owner, 'delete_doc', { docId: deleted });
  const ids = [hidden, deleted, kept, 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', 'nonsense'];
  expect((await read(member, ids)).map(({ id }) => id)).toEqual([kept]);
  expect((await read(world.owner, ids)).map(({ id }) => id)).toEqual([hidden, kept]);
});
