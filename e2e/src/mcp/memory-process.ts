import { setImmediate as nextTurn } from 'node:timers/promises';
import { openMcpWorld } from './mcp-world.ts';

/** A gateway in a process of its own that tells, when asked, what it holds in memory after its garbage was collected. */
const { TEST_KEYS, TEST_GRACE_MS } = process.env;
// What is looked at with another grace is memory alone, at any speed.
const bodies = { graceMs: Number(TEST_GRACE_MS), smallPieces: { perSecond: 1_000_000_000 } };
const world = await openMcpWorld(TEST_GRACE_MS === undefined ? {} : { bodies });
const keys = await Promise.all(Array.from({ length: Number(TEST_KEYS) }, async () => (await world.createKey('read')).key));

process.on('message', async () => process.send?.(await heldBytes()));
process.once('disconnect', () => void world.close());
process.send?.({ url: world.url, keys });

/** Collects until nothing more goes: one collection leaves much of what has just ended to the next one. */
async function heldBytes(): Promise<number> {
  for (let held = Number.POSITIVE_INFINITY; ; ) {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > held - 100_000) return held;
    held = heapUsed + external;
    await nextTurn();
  }
}
