import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeServices } from '../../testing/fake-services.ts';
import { leastProcessorMs } from '../../testing/processor-time.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const count = 200;
/** Nearly the most that is stored of a tool. */
const schema = {
  type: 'object',
  properties: { a: { type: 'string', enum: Array.from({ length: 10_000 }, (_, at) => `value number ${at}`) } },
};
const tools = Array.from({ length: count }, (_, at) => ({
  ...{
    name: `tool_${at}`,
    title: 'x'.repeat(200),
    description: at % 2 === 0 ? ')'.repeat(20_000) : 'a'.repeat(20_000),
    inputSchema: schema,
  },
  ...{ outputSchema: null, annotations: null, binding: null },
}));
/** Eight words, each of which is nearly found at every letter. */
const almost = [...'bcdfghij'].map((letter) => 'a'.repeat(21) + letter).join(' ');

let world: World;
let connectionId: string;
beforeEach(async () => {
  world = await createWorld({ services: createFakeServices(tools) });
  const connection = { service: 'large', name: 'Large', kind: 'mcp-http', url: 'https://large.test/mcp', visibility: 'organization' };
  connectionId = (await world.ok(world.owner, 'add_connection', connection)).connectionId;
});
afterEach(async () => await world[Symbol.asyncDispose]());

it.each([
  ['list_service_tools', { service: 'large', limit: count }],
  ['list_service_tools', { service: 'large', limit: count, includeSchemas: true }],
  ['list_service_tools', { service: 'large', limit: count, query: 'x tool' }],
  ['list_service_tools', { service: 'large', limit: count, query: almost }],
  ['list_connection_tools', { limit: 1000, query: almost }],
  ['list_connection_tools', { limit: 1000 }],
])('%s of the largest tools blocks this thread for a bounded time: %j', async (tool, given: Loose) => {
  const input = tool === 'list_connection_tools' ? { ...given, connectionId } : given;
  const least = await leastProcessorMs(8, 25, async () => {
    const { tools: shown } = await world.ok(world.owner, tool, input);
    expect(shown.length > 0).toBe(given.query !== almost);
  });
  // Alone it takes 25 to 50 ms. Beside other work, processor time doubles.
  expect(least).toBeLessThan(100);
});

it('continues after a page that ended early, without skipping a tool', async () => {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await world.ok(world.owner, 'list_service_tools', { service: 'large', limit: count, includeSchemas: true, cursor });
    names.push(...page.tools.map(({ toolSlug }: Loose) => toolSlug));
    expect(page.tools[0].inputSchema).toEqual(schema);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(names).size).toBe(count);
  expect(names).toHaveLength(count);
});
