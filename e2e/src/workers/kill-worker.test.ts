import { describe, expect, it } from 'vitest';
import { findLostIn } from '../processes/lost-calls.ts';
import { startCallers } from './callers.ts';
import { openConnection } from './connection.ts';
import { forEachEngine, openWorkers } from './workers-world.ts';

const callers = 24;

describe('a worker that is killed under load', () => {
  forEachEngine((engine) => {
    // Of Postgres the test of its faults shows what becomes of a connection that is lost.
    const options = engine.name === 'SQLite' ? {} : { tags: ['nightly'] };
    it('takes with it nothing that was answered and none of the others, and another one takes its place', options, async () => {
      await using world = await openWorkers({ workers: 4, engine });
      const load = startCallers(world, callers);
      await expect.poll(() => load.answered.length).toBeGreaterThan(200);
      const before = await world.pids();
      const answeredBefore = load.answered.length;
      process.kill(before[0] as number, 'SIGKILL');
      await expect.poll(() => load.answered.length).toBeGreaterThan(answeredBefore + 100);
      await expect.poll(() => workersThatServe(world.url)).toBe(4);
      const { answered, broken, refused } = await load.stop();
      const after = await world.pids();
      expect(after.filter((pid) => before.includes(pid)).toSorted()).toEqual(before.slice(1).toSorted());
      expect(world.logged('a worker has ended and is started again')).toEqual([
        expect.objectContaining({ level: 'error', pid: before[0], how: 'signal SIGKILL' }),
      ]);
      expect(refused).toEqual([]);
      // Each caller has one call in flight.
      expect(broken).toBeLessThanOrEqual(callers);
      const ended = await world.gateway.stop();
      expect(ended.code).toBe(0);
      const store = await world.openStore();
      expect(await findLostIn(store, answered)).toEqual([]);
      await store.close();
    });
  });
});

describe('all workers that are killed at once', () => {
  it('come back on the same port', async () => {
    await using world = await openWorkers({ workers: 2, engine: { name: 'SQLite' } });
    for (const pid of await world.pids()) process.kill(pid, 'SIGKILL');
    await expect.poll(() => workersThatServe(world.url).catch(() => 0)).toBe(2);
    using connection = openConnection(world.url);
    expect((await connection.call('whoami', {}, world.key)).status).toBe(200);
  });
});

async function workersThatServe(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^gatehouse_workers (\d+)$/m.exec(text)?.[1]);
}
