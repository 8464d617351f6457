import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world[Symbol.asyncDispose]());

async function createDoc(title: string, folderId?: string): Promise<string> {
  return (await world.ok(world.owner, 'create_doc', { title, bodyMarkdown: 'x', ...(folderId && { folderId }) })).docId;
}

const find = async (itemId: string, names: string[], who = world.owner): Promise<string[]> =>
  (await world.ok(who, 'find_linked', { itemId, names })).matches.map((match: Loose) => match.itemId);

it('finds an item by its name, with and without .md, in composed and decomposed letters (D92.2)', async () => {
  const from = await createDoc('From');
  const guide = await createDoc('Guide.md');
  const cafe = await createDoc('Caf\u00e9');
  expect(await find(from, ['Guide'])).toEqual([guide]);
  expect(await find(from, ['Guide.md'])).toEqual([guide]);
  expect(await find(from, ['Cafe\u0301.md'])).toEqual([cafe]);
  expect(await find(from, ['guide/start', 'Guide'])).toEqual([guide]);
  expect(await find(from, ['Nothing'])).toEqual([]);
});

it('gives the nearest first, and none that the caller does not see or that is in the trash (D92.2)', async () => {
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
  const [outside, inside] = [await createDoc('Plan'), await createDoc('Plan', folderId)];
  const from = await createDoc('Index', folderId);
  expect(await find(from, ['Plan'])).toEqual([inside, outside]);
  const member = await world.addPerson('member@acme.test');
  const own = await createDoc('Own');
  expect(await find(own, ['Plan'], member)).toEqual([outside]);
  await world.ok(world.owner, 'delete_doc', { docId: outside });
  expect(await find(from, ['Plan'])).toEqual([inside]);
});

it('returns the nearest item first, however many others have the name (D92.2)', async () => {
  for (let number = 0; number < 51; number++) await createDoc('Readme');
  // Identifiers are in the order of time.
  world.clock.now++;
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Guide' });
  const near = await createDoc('Readme', folderId);
  const matches = await find(await createDoc('Start', folderId), ['Readme']);
  expect([matches.length, matches[0]]).toEqual([20, near]);
});
