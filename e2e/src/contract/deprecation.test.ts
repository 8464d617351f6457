import { type AnyDefinition, agentTools, createRegistry, defineTool, deprecated } from '@gatehouse/core';
import { buildOpenApi } from '@gatehouse/http';
import type { Op } from '@gatehouse/storage';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openDesk } from '../decisions/desk.ts';

const common = {
  title: 'Count',
  description: 'Count.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
} as const;

/** A program that asks the store nothing. */
function* answered<Value>(value: Value): Op<Value> {
  yield* [];
  return value;
}

const oldTool = defineTool({
  ...common,
  name: 'old_count',
  deprecation: { since: '2027-01-01', sunset: '2027-07-01', instead: 'new_count' },
  input: z.strictObject({ word: z.string() }),
  output: z.object({ found: z.int() }),
  example: { input: { word: 'a' }, output: { found: 1 } },
  run: (_context, { word }) => answered({ found: word.length }),
});

const newTool = defineTool({
  ...common,
  name: 'new_count',
  input: z.strictObject({
    word: z.string().optional(),
    text: deprecated(z.string().optional().describe('what to count'), { since: '2027-03-01', instead: '"word"' }),
  }),
  output: z.object({ found: z.int(), count: deprecated(z.int(), { since: '2027-02-01', sunset: '2027-08-01', instead: 'found' }) }),
  example: { input: { word: 'a' }, output: { found: 1, count: 1 } },
  run: (_context, { word = '', text = word }) => answered({ found: text.length, count: text.length }),
});

const tools: AnyDefinition[] = [oldTool, newTool];

it('notifies only callers of deprecated tools (D71)', async () => {
  await using desk = await openDesk({ tools });
  const headersOf = async (tool: string, body: string) => {
    const answer = await fetch(`${desk.url}/v1/tools/${tool}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${desk.key}`, 'Content-Type': 'application/json' },
      body,
    });
    return [answer.status, ...['deprecation', 'sunset', 'link'].map((name) => answer.headers.get(name))];
  };
  const told = ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT', '</docs/api/old_count>; rel="deprecation"; type="text/html"'];
  expect(await headersOf('old_count', '{"word":"a"}')).toEqual([200, ...told]);
  expect(await headersOf('old_count', '{"no":1}')).toEqual([400, ...told]);
  const link = '</docs/api/new_count>; rel="deprecation"; type="text/html"';
  expect(await headersOf('new_count', '{"text":"a"}')).toEqual([200, '@1803859200', null, link]);
  const silent = [null, null, null];
  for (const body of ['{"word":"a"}', '{"text":null}', '{}', 'null']) expect(await headersOf('new_count', body)).toEqual([200, ...silent]);
  expect(await headersOf('list_docs', '{}')).toEqual([200, ...silent]);
});

it('marks deprecated tools in the OpenAPI document and for models, with their replacement (D71)', () => {
  const settings = { baseUrl: null, consoleUrl: 'http://localhost:4747', secret: Buffer.alloc(32), callsPerMinute: 240 };
  const registry = createRegistry(tools);
  const { paths, components } = buildOpenApi({ registry, settings }) as Record<
    'paths' | 'components',
    Record<string, Record<string, object>>
  >;
  expect(paths['/v1/tools/old_count']?.post).toMatchObject({
    deprecated: true,
    description: 'Count. Deprecated, may be removed from 2027-07-01: use new_count.',
    responses: { '200': { headers: { Deprecation: {}, Sunset: {} } } },
  });
  expect(paths['/v1/tools/new_count']?.post).not.toHaveProperty('deprecated');
  const text = { deprecated: true, description: 'what to count; deprecated: use "word"' };
  expect(components.schemas).toMatchObject({
    NewCountInput: { properties: { text } },
    NewCountOutput: { properties: { count: { deprecated: true }, found: { type: 'integer' } } },
  });
  expect(registry.find('new_count')?.description.inputSchema).toMatchObject({ properties: { text } });
});

it('this release deprecates nothing', () => {
  const settings = { baseUrl: null, consoleUrl: 'http://localhost:4747', secret: Buffer.alloc(32), callsPerMinute: 240 };
  expect(JSON.stringify(buildOpenApi({ registry: createRegistry(agentTools), settings }))).not.toMatch(/"deprecated"|Deprecation/);
});
