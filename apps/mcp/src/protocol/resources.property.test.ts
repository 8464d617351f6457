import { type OpenMcp, postgresMissing, randomSteps, walk } from '@gatehouse/core/testing/rights-oracle';
import { createBodies } from '@gatehouse/entrance';
import { describe, expect, it } from 'vitest';
import { createMcpEntrance } from '../http/mcp-entrance.ts';

const openMcp: OpenMcp = (gateway) => {
  const report = (error: unknown) => expect.unreachable(String(error));
  const entrance = createMcpEntrance({ gateway, bodies: createBodies(), version: '1', report });
  return async (key, method, params) => {
    const headers = {
      Host: 'localhost',
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await entrance.handle(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    return (await response.json()) as Awaited<ReturnType<ReturnType<OpenMcp>>>;
  };
};

const allActors = { actors: 30, groups: 4, lookEvery: 40, openMcp };
const atNight = { tags: ['nightly'], timeout: 7_200_000 };

describe('a key gets the resources, skills and prompts of the items that it sees, and no others (D5, D49.5, D72.10, D73)', () => {
  it('in a short walk on SQLite', async () => {
    await walk(randomSteps(120, 5), { engine: 'sqlite', actors: 12, groups: 4, lookEvery: 20, openMcp });
  });

  it('in 10,000 steps of 30 actors on SQLite', atNight, async () => {
    await walk(randomSteps(10_000, 20261129), { engine: 'sqlite', ...allActors });
  });

  it.skipIf(postgresMissing() !== undefined)('in 3,000 steps of 30 actors on Postgres', atNight, async () => {
    await walk(randomSteps(3000, 20261129), { engine: 'postgres', ...allActors });
  });
});
