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

const find = async (itemId: string, path: string, who = world.owner): Promise<string[]> =>
  (await world.ok(who, 'find_linked', { itemId, path })).matches.map((match: Loose) => match.itemId);

it('finds an item by its name, with and without .md, in composed and decomposed letters (D92.2)', async () => {
  const from = await createDoc('From');
  const guide = await createDoc('Guide.md');
  const cafe = await createDoc('Caf\u00e9');
  expect(await find(from, 'Guide')).toEqual([guide]);
  expect(await find(from, 'Guide.md')).toEqual([guide]);
  expect(await find(from, 'Cafe\u0301.md')).toEqual([cafe]);
  expect(await find(from, './x/../Guide')).toEqual([guide]);
  expect(await find(from, 'Nothing')).toEqual([]);
});

it('gives the nearest first, and none that the caller does not see or that is in the trash (D92.2)', async () => {
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
  const [outside, inside] = [await createDoc('Plan'), await createDoc('Plan', folderId)];
  const from = await createDoc('Index', folderId);
  expect(await find(from, 'Plan')).toEqual([inside, outside]);
  const member = await world.addPerson('member@acme.test');
  const own = await createDoc('Own');
  expect(await find(own, 'Plan', member)).toEqual([outside]);
  await world.ok(world.owner, 'delete_doc', { docId: outside });
  expect(await find(from, 'Plan')).toEqual([inside]);
});

it('returns the nearest item first, however many others have the name (D92.2)', async () => {
  for (let number = 0; number < 51; number++) await createDoc('Readme');
  // Identifiers are in the order of time.
  world.clock.now++;
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Guide' });
  const near = await createDoc('Readme', folderId);
  const matches = await find(await createDoc('Start', folderId), 'Readme');
  expect([matches.length, matches[0]]).toEqual([20, near]);
});

it('finds items by the names of their folders, first those where the path leads to (D92.2)', async () => {
  const folder = async (name: string, parentId?: string): Promise<string> =>
    (await world.ok(world.owner, 'create_folder', { name, ...(parentId && { parentId }) })).id;
  const vault = await folder('Vault');
  const [north, south] = [await folder('North', vault), await folder('South', vault)];
  const [near, far] = [await folder('Caf\u00e9', north), await folder('Caf\u00e9', south)];
  const [ofFar, ofNear] = [await createDoc('Menu', far), await createDoc('Menu', near)];
  const beside = await createDoc('Menu', north);
  const from = await createDoc('Start', north);
  expect(await find(from, 'Cafe\u0301/Menu.md')).toEqual([ofNear, ofFar]);
  expect(await find(from, '../South/Caf\u00e9/Menu')).toEqual([ofFar]);
  expect(await find(from, '/Vault/North/Menu.md')).toEqual([beside]);
  const all = await find(from, 'Menu');
  expect([all[0], all.slice(1).toSorted()]).toEqual([beside, [ofFar, ofNear].toSorted()]);
  expect(await find(from, 'East/Menu')).toEqual([]);
  expect(await find(from, '..')).toEqual([]);
});

it('finds what an imported file became, under any name and in any place (D92.2)', async () => {
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Notion' });
  const read = async (path: string, name: string, folders: string[]): Promise<string> =>
    (await world.ok(world.owner, 'import_item', { path, name, folders, folderId, bodyMarkdown: path })).id;
  const [one, other] = ['0123456789abcdef0123456789abcdef', '1123456789abcdef0123456789abcdef'];
  const start = await read(`Home ${one}.md`, 'Home', []);
  const first = await read(`Team ${one}/Untitled ${one}.md`, 'Untitled', ['Team']);
  const second = await read(`Team ${one}/Untitled ${other}.md`, 'Untitled', ['Team']);
  const cafe = await read(`Team ${one}/Caf\u00e9.md`, 'Caf\u00e9', ['Team']);
  expect(await find(start, `Team ${one}/Untitled ${other}.md`)).toEqual([second]);
  expect(await find(second, `Untitled ${one}.md`)).toEqual([first]);
  expect(await find(second, `../Home ${one}.md`)).toEqual([start]);
  expect(await find(second, `/Team ${one}/Cafe\u0301`)).toEqual([cafe]);
  // A link leads to a file beside its own before one at the root of the import.
  const [atRoot, beside] = [await read('a.md', 'a', []), await read(`Team ${one}/a.md`, 'a', ['Team'])];
  expect(await find(second, 'a')).toEqual([beside]);
  expect(await find(start, 'a')).toEqual([atRoot]);
  expect(await find(second, `Home ${one}`)).toEqual([start]);
  await world.ok(world.owner, 'move_item', { docId: first, name: 'Rules', folderId });
  expect(await find(start, `Team ${one}/Untitled ${one}.md`)).toEqual([first]);
  await world.ok(world.owner, 'delete_doc', { docId: first });
  expect(await find(start, `Team ${one}/Untitled ${one}.md`)).toEqual([]);
  const member = await world.addPerson('reader@acme.test');
  const own = (await world.ok(member, 'import_item', { path: `Home ${one}.md`, name: 'Home', bodyMarkdown: 'x' })).id;
  expect(await find(own, `Team ${one}/Untitled ${other}.md`, member)).toEqual([]);
});
