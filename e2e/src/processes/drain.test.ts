import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { givenEngine } from '../kit/engines.ts';
import { startLoad } from './load.ts';
import { findLost, findUnanswered } from './lost-calls.ts';
import { startServer } from './server.ts';

/** Promised time to drain, and a reserve for a busy machine. */
const promisedMs = 25_000 + 35_000;

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a loaded server that is stopped by %s answers all calls in progress, over HTTP and MCP, and ends',
  async (signal) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-drain-'));
    const environment = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', ...(await givenEngine.environment(folder)) };
    const server = await startServer(folder, environment);
    const { answered, over } = startLoad(server.url, server.quickstartKey as string);
    await expect.poll(() => answered.length).toBeGreaterThan(100);
    const told = performance.now();
    expect(await server.stop(signal)).toBe(0);
    expect(performance.now() - told).toBeLessThan(promisedMs);
    await over;
    expect(await findLost(folder, answered)).toEqual([]);
    expect(await findUnanswered(folder, answered)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);
