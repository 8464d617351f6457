import { agentTools, createRegistry } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openWorld } from '../kit/world.ts';
import { type Case, casesOf } from '../matrix/cases.ts';
import { createKeys } from '../matrix/key-states.ts';
import { createSurroundings } from '../matrix/named-items.ts';

type Node = Record<string, unknown>;

interface Described {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Node }>;
}

/** Headers that every HTTP server adds. Clients need no description of them. */
const ofTransport = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'vary',
]);
const everywhere = 'x-content-type-options';

const { agentTools: registered } = createRegistry(agentTools);

/** Selects one call for each kind of answer of each tool. */
function oneOfEachSort(): Case[] {
  const sorts = new Map(casesOf(registered).map((one) => [`${one.tool} ${one.expected}`, one]));
  return [...sorts.values()].filter(({ tool }) => registered.some(({ definition }) => definition.name === tool));
}

it('every answer has a status, headers and a body from the OpenAPI document', async () => {
  await using world = await openWorld();
  const surroundings = await createSurroundings(world);
  const keys = await createKeys(world, surroundings);
  const document = (await (await fetch(`${world.url}/v1/openapi.json`)).json()) as Node;
  const resolve = (node: unknown): Node => {
    const { $ref } = node as { $ref?: string };
    if ($ref === undefined) return node as Node;
    return resolve(
      $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((part, name) => (part as Node)[name], document),
    );
  };
  const { components, paths } = document as { components: { schemas: Node }; paths: Record<string, { post: { responses: Node } }> };
  const validators = new Map<string, z.ZodType>();
  const validatorOf = (schema: Node) => {
    const key = JSON.stringify(schema);
    const defs = { $defs: components.schemas, ...schema };
    const made = validators.get(key) ?? z.fromJSONSchema(JSON.parse(JSON.stringify(defs).replaceAll('#/components/schemas/', '#/$defs/')));
    validators.set(key, made);
    return made;
  };

  const faults: string[] = [];
  const seen = new Set<string>();
  async function check(tool: string, key: string | undefined, input: unknown, more: Record<string, string> = {}): Promise<Response> {
    const answer = await fetch(`${world.url}/v1/tools/${tool}`, {
      method: 'POST',
      headers: { ...(key !== undefined && { Authorization: `Bearer ${key}` }), 'Content-Type': 'application/json', ...more },
      body: JSON.stringify(input),
    });
    const text = await answer.text();
    const at = `${tool} ${answer.status}`;
    seen.add(`${answer.status}`);
    const response = paths[`/v1/tools/${tool}`]?.post.responses[answer.status];
    if (!response) faults.push(`${at}: no such status`);
    const { headers = {}, content } = response ? (resolve(response) as Described) : {};
    const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    for (const name of answer.headers.keys())
      if (!named.has(name) && !ofTransport.has(name) && name !== everywhere) faults.push(`${at}: ${name}`);
    const schema = content?.['application/json']?.schema;
    if ((schema === undefined) !== (text === '')) faults.push(`${at}: body ${text.slice(0, 80)}`);
    const problem = schema && validatorOf(schema).safeParse(JSON.parse(text)).error;
    if (problem) faults.push(`${at}: ${problem.message}`);
    return answer;
  }

  for (const { tool, key, input, callsPerMinute } of oneOfEachSort()) {
    if (callsPerMinute !== undefined) world.settings.callsPerMinute = callsPerMinute;
    const given = await input(surroundings);
    await check(tool, keys[key], given);
    world.settings.callsPerMinute = 100_000;
  }
  const key = keys.write;
  for (const _ of [1, 2]) await check('create_task', key, { title: 'Once' }, { 'Idempotency-Key': 'once' });
  const failing = { toolSlug: 'github__list_issues', arguments: { repo: 'a', fail: true } };
  for (const _ of [1, 2]) await check('execute_service_tool', key, failing, { 'Idempotency-Key': 'fails' });
  world.settings.callsPerMinute = 1;
  for (const { definition } of registered) await check(definition.name, key, {});
  expect(faults).toEqual([]);
  expect([...seen].sort()).toEqual(['200', '400', '401', '403', '429', '502']);
});
