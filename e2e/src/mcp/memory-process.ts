import { openMcpWorld } from './mcp-world.ts';

/** A gateway in a process of its own that tells, when asked, what it holds in memory after its garbage was collected. */
const world = await openMcpWorld();
const keys = await Promise.all(Array.from({ length: Number(process.env.TEST_KEYS) }, async () => (await world.createKey('read')).key));

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.once('disconnect', () => void world.close());
process.send?.({ url: world.url, keys });
