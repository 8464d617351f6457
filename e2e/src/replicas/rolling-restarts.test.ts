import { expect, it } from 'vitest';
import { forEachEngine, openReplicas } from './replicas-world.ts';
import { startSteadyLoad } from './steady-load.ts';

const rounds = 2;
const perSecond = 100;

forEachEngine((engine) => {
  // Gateways are replaced alike on both engines; several are meant for Postgres.
  const options = engine.name === 'Postgres' ? {} : { tags: ['nightly'] };
  it('gateways that leave the load balancer before they stop restart without a failed call', options, async () => {
    await using world = await openReplicas({ count: 2, engine, callsPerMinute: 240 });
    const load = startSteadyLoad({ url: world.url, keys: await world.makeKeys(perSecond / 3), perSecond });
    await expect.poll(() => load.answered).toBeGreaterThan(100);
    const first = world.gateways;
    for (let round = 0; round < rounds; round++) await world.restartEach();
    const { failures, answered } = await load.stop();
    expect(failures).toEqual([]);
    expect(world.gateways.filter((gateway) => first.includes(gateway))).toEqual([]);
    expect(answered).toBeGreaterThan(rounds * 100);
  });
});
