import { readFileSync } from 'node:fs';
import { agentTools, createRegistry } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EntranceKind, forEachEntrance, httpEntrance, mcpLegacyEntrance } from '../entrances/index.ts';
import { type Loose, openWorld } from '../kit/world.ts';
import { casesOf } from '../matrix/cases.ts';
import { createKeys } from '../matrix/key-states.ts';
import { createSurroundings } from '../matrix/named-items.ts';
import { brokenPromises } from './broken-promises.ts';

/** Schemas that clients received when results were first open, and check answers against until they reconnect (D9). */
const cached: { legacy: Schemas; modern: Schemas; openapi: Loose } = JSON.parse(
  readFileSync(new URL('cached/schemas-d9dc150.json', import.meta.url), 'utf8'),
);
type Schemas = Record<string, Loose>;

const { agentTools: tools } = createRegistry(agentTools);
const known = tools.filter(({ definition }) => definition.name in cached.modern);
const successes = casesOf(known).filter(({ expected }) => expected === 'ok');

const fromOpenApi: Schemas = Object.fromEntries(
  Object.keys(cached.modern).map((tool) => [
    tool,
    cached.openapi.paths[`/v1/tools/${tool}`].post.responses['200'].content['application/json'].schema,
  ]),
);

/** Schemas against which a client of an entrance checks answers. */
function cachedBy(kind: EntranceKind): Schemas {
  if (kind === httpEntrance) return fromOpenApi;
  return kind === mcpLegacyEntrance ? cached.legacy : cached.modern;
}

async function checkAnswers(entranceKind: EntranceKind, cases: typeof successes) {
  await using world = await openWorld();
  await using entrance = entranceKind.open(world);
  const surroundings = await createSurroundings(world);
  const keys = await createKeys(world, surroundings);
  // Fills every list.
  for (const kind of ['doc', 'file', 'skill', 'folder', 'task'] as const) await surroundings.own(kind);
  const schemas = new Map(Object.entries(cachedBy(entranceKind)).map(([tool, schema]) => [tool, schema && z.fromJSONSchema(schema)]));
  for (const { name, tool, key, input } of cases) {
    const reply = await entrance.call(tool, await input(surroundings), { key: keys[key] });
    expect([name, reply.code]).toEqual([name, 'ok']);
    const shown = entranceKind === mcpLegacyEntrance ? JSON.parse(reply.raw).result.structuredContent : reply.value;
    expect([name, schemas.get(tool)?.safeParse(shown).error?.issues]).toEqual([name, undefined]);
  }
  return new Set(cases.map(({ tool }) => tool)).size;
}

describe('a client that cached the schemas of the first release with open results', () => {
  const once = [...new Map(successes.map((one) => [one.tool, one])).values()];

  it.each([httpEntrance, mcpLegacyEntrance])('accepts an answer of every tool through $name (D9)', async (kind) => {
    expect(await checkAnswers(kind, once)).toBe(Object.keys(cached.modern).length);
  });

  it('finds every earlier field in current results, with its type', () => {
    const now = new Map(tools.map(({ definition, description }) => [definition.name, description.outputSchema]));
    const broken = Object.entries(fromOpenApi).flatMap(([tool, schema]) => brokenPromises(schema, now.get(tool), tool));
    expect(broken.sort()).toEqual(Object.keys(excused).sort());
  });
});

/** Differences that no old call meets, with the reason. */
const excused: Record<string, string> = {
  'search.results[].type may say task now': 'Only calls with the new `type: "task"` are answered so.',
  'create_task.taskNumber was integer and is null': 'The contract says so of every task number; none is null.',
};

forEachEntrance((kind) => {
  it('every answer of every call matches the cached schemas', { tags: ['nightly'] }, async () => {
    expect(await checkAnswers(kind, successes)).toBe(Object.keys(cached.modern).length);
  });
});
