import { describe, expect, it } from 'vitest';
import { findLostIn } from '../processes/lost-calls.ts';
import { startCallers } from './callers.ts';
import { forEachEngine, openReplicas } from './replicas-world.ts';

const callers = 24;

describe('one of several gateways that is killed under load', () => {
  forEachEngine((engine) => {
    it('loses nothing that was answered, and the others continue to serve', async () => {
      await using world = await openReplicas({ count: 3, engine });
      const loads = world.gateways.map((gateway) => startCallers({ url: gateway.url, key: world.key }, callers / 3));
      await Promise.all(loads.map((load) => expect.poll(() => load.answered.length).toBeGreaterThan(50)));
      const [killed, ...others] = world.gateways;
      await killed?.stop('SIGKILL');
      const before = loads.map((load) => load.answered.length);
      await Promise.all(
        others.map((_, index) => expect.poll(() => loads[index + 1]?.answered.length).toBeGreaterThan((before[index + 1] as number) + 50)),
      );
      const outcomes = await Promise.all(loads.map((load) => load.stop()));
      expect(outcomes.flatMap(({ refused }) => refused)).toEqual([]);
      expect(outcomes.slice(1).map(({ broken }) => broken)).toEqual([0, 0]);
      for (const gateway of others) expect((await gateway.stop()).code).toBe(0);
      const store = await world.openStore();
      expect(
        await findLostIn(
          store,
          outcomes.flatMap(({ answered }) => answered),
        ),
      ).toEqual([]);
      await store.close();
    });
  });
});
