import { setImmediate as nextTurn } from 'node:timers/promises';
import { openMcpWorld } from './mcp-world.ts';

/** A gateway in a separate process that reports its memory after garbage collection on request. */
const { TEST_KEYS, TEST_GRACE_MS } = process.env;
// Tests with another grace period measure only memory, at any speed.
const bodies = { graceMs: Number(TEST_GRACE_MS), smallPieces: { perSecond: 1_000_000_000 } };
const world = await openMcpWorld(TEST_GRACE_MS === undefined ? {} : { bodies });
const keys = await Promise.all(Array.from({ length: Number(TEST_KEYS) }, async () => (await world.createKey('read')).key));

process.on('message', async () => process.send?.(await heldBytes()));
process.once('disconnect', () => void world.close());
process.send?.({ url: world.url, keys });

/** Collects garbage until nothing more is freed. One collection leaves many recently ended objects to the next. */
async function heldBytes(): Promise<number> {
  for (let held = Number.POSITIVE_INFINITY; ; ) {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external > held - 100_000) return held;
    held = heapUsed + external;
    await nextTurn();
  }
}
