import { expect, it } from 'vitest';
import { createFakeServices, fakeTool } from '../../testing/fake-services.ts';
import { createWorld, type Loose } from '../../testing/test-world.ts';

const tags = (text: string) => [...text].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');

async function open() {
  const services = createFakeServices([fakeTool('create')]);
  services.instructions = 'Use it\u200b.';
  const world = await createWorld({ services });
  const given = { service: 'odd', name: 'Odd', kind: 'mcp-http', url: 'https://odd.test/mcp', visibility: 'organization' };
  const { connectionId } = await world.ok(world.owner, 'add_connection', given);
  const list = async () => await world.ok(world.owner, 'list_connection_tools', { connectionId });
  return { world, services, connectionId, list };
}

it('counts the hidden characters of a held tool in all its texts, and again at its approval (D32)', async () => {
  const { world, services, connectionId, list } = await open();
  await using _ = world;
  expect((await list()).tools[0]).not.toHaveProperty('hiddenCharacters');
  services.tools = [
    fakeTool('create', {
      title: 'Create\u202e',
      description: `Creates.${tags('ok')}`,
      inputSchema: { type: 'object', properties: { repo: { type: 'string', description: 'one\ntwo\u200b' }, 'a\u200bb': {} } },
    }),
  ];
  await world.ok(world.owner, 'test_connection', { connectionId });
  const { tools, hiddenCharacters } = await list();
  expect(hiddenCharacters).toEqual([{ field: 'instructions', count: 1, first: [{ code: 'U+200B', line: 1, column: 7 }] }]);
  const found = [
    { field: 'title', count: 1, first: [{ code: 'U+202E', line: 1, column: 7 }] },
    {
      field: 'description',
      count: 2,
      first: [
        { code: 'U+E006F', line: 1, column: 9 },
        { code: 'U+E006B', line: 1, column: 10 },
      ],
    },
    { field: 'inputSchema.properties.repo.description', count: 1, first: [{ code: 'U+200B', line: 2, column: 4 }] },
    { field: 'name of inputSchema.properties.a{U+200B}b', count: 1, first: [{ code: 'U+200B', line: 1, column: 2 }] },
  ];
  expect(tools[0]).toMatchObject({ heldFor: 'changed', hiddenCharacters: found });
  expect(await world.ok(world.owner, 'approve_service_tools', { connectionId })).toEqual({
    approved: ['create'],
    hiddenCharacters: found.map((one) => ({ tool: 'create', ...one })),
  });
  expect((await list()).tools[0].hiddenCharacters.map(({ field }: Loose) => field)).toEqual(['title', 'description']);
});

it('names twenty fields, and counts the characters of all others together', async () => {
  const { world, services, connectionId, list } = await open();
  await using _ = world;
  const properties = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, { description: '\u200b\u200b' }]));
  services.tools = [fakeTool('create', { inputSchema: { type: 'object', properties } })];
  await world.ok(world.owner, 'test_connection', { connectionId });
  const hidden = (await list()).tools[0].hiddenCharacters;
  expect(hidden).toHaveLength(21);
  expect(hidden.at(-1)).toEqual({ field: 'other fields', count: 20, first: [] });
});
