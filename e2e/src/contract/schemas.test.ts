import { agentTools, createRegistry } from '@gatehouse/core';
import { maxListingBytes } from '@gatehouse/core/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { forEachEntrance, httpEntrance } from '../entrances/index.ts';
import { openWorld } from '../kit/world.ts';
import { casesOf } from '../matrix/cases.ts';
import { createKeys } from '../matrix/key-states.ts';
import { createSurroundings } from '../matrix/named-items.ts';
import { dumpTables } from './dump-tables.ts';

const { agentTools: tools } = createRegistry(agentTools);
const successes = casesOf(tools).filter(({ expected }) => expected === 'ok');
const schemaOf = new Map(tools.map(({ definition, description }) => [definition.name, z.fromJSONSchema(closed(description.outputSchema))]));

forEachEntrance((kind) => {
  it('every answer of every tool matches the published output schema, without unnamed fields', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const surroundings = await createSurroundings(world);
    const keys = await createKeys(world, surroundings);
    const seen = new Set<string>();
    for (const { name, tool, key, input } of successes) {
      const reply = await entrance.call(tool, await input(surroundings), { key: keys[key] });
      expect([name, reply.code]).toEqual([name, 'ok']);
      expect([name, schemaOf.get(tool)?.safeParse(reply.value).error?.issues]).toEqual([name, undefined]);
      seen.add(tool);
    }
    expect([...seen].sort()).toEqual(agentTools.map(({ name }) => name).sort());
  });
});

/** The same schema, refusing fields that this release does not describe: for clients it is open (D9). */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isObject = parts.type === 'object' && typeof parts.properties === 'object';
  return { ...(isObject && { additionalProperties: false }), ...parts } as T;
}

describe('read tools', () => {
  it('change only the log, the limit and the last use of the key', async () => {
    await using world = await openWorld();
    await using entrance = httpEntrance.open(world);
    const surroundings = await createSurroundings(world);
    const keys = await createKeys(world, surroundings);
    const reading = new Set(agentTools.filter(({ access, hints }) => access === 'read' && !hints.destructive).map(({ name }) => name));
    const calls = [];
    for (const one of successes.filter(({ tool, key }) => key === 'write' && reading.has(tool))) {
      calls.push({ ...one, given: await one.input(surroundings) });
    }
    const before = await dumpTables(world.folder);
    for (const { tool, given } of calls) expect((await entrance.call(tool, given, { key: keys.write })).code).toBe('ok');
    expect(await dumpTables(world.folder)).toEqual(before);
    await entrance.call('create_task', { title: 'seen by the dump' }, { key: keys.write });
    expect(await dumpTables(world.folder)).not.toEqual(before);
    expect(reading.size).toBeGreaterThan(10);
  });
});

describe('tool descriptions for models', () => {
  it('have at most 24 KB, plus a margin for later capabilities, for a write key over MCP', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const response = await fetch(`${world.url}/mcp`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    const { result } = (await response.json()) as { result: { tools: Record<string, unknown>[] } };
    const read = result.tools.map(({ name, description, inputSchema, annotations }) => ({ name, description, inputSchema, annotations }));
    expect(read).toHaveLength(tools.length);
    expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThanOrEqual(maxListingBytes);
  });
});
