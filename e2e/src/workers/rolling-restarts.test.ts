import { describe, expect, it } from 'vitest';
import { startSteadyLoad } from './steady-load.ts';
import { forEachEngine, openWorkers } from './workers-world.ts';

const rounds = 2;
const perSecond = 300;

describe('rolling restarts under load', () => {
  forEachEngine((engine) => {
    // Both engines need long: the workers are replaced alike.
    const options = engine.name === 'Postgres' ? {} : { tags: ['nightly'] };
    it('fail no call of clients that keep their connections and repeat nothing', options, async () => {
      await using world = await openWorkers({ workers: 2, engine, callsPerMinute: 240 });
      const load = startSteadyLoad({ url: world.url, keys: await world.makeKeys(perSecond / 3), perSecond });
      await expect.poll(() => load.answered).toBeGreaterThan(100);
      const first = await world.pids();
      for (let round = 0; round < rounds; round++) await world.restart();
      const last = await world.pids();
      const { failures, answered, pace, longestMs } = await load.stop();
      expect(failures).toEqual([]);
      expect(last).toHaveLength(2);
      expect(last.filter((pid) => first.includes(pid))).toEqual([]);
      expect(world.logged('a worker has ended and is started again')).toEqual([]);
      expect(answered).toBeGreaterThan(rounds * 100);
      process.stdout.write(
        `  ${engine.name}: ${rounds} rolling restarts, ${answered} calls at ${pace} a second, longest ${Math.round(longestMs)} ms\n`,
      );
      expect((await world.gateway.stop()).code).toBe(0);
    });
  });
});
