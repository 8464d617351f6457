import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { createActivityCount } from './count-activity.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`counting the log after the calls on ${engine.name} (D44)`, () => {
    let world: World;
    let count: () => Promise<number>;
    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
      count = createActivityCount({ store: world.store, clock: () => world.clock.now });
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    /** Until nothing is left that is closed: on Postgres it takes a second to know which rows are settled. */
    async function countAll(): Promise<void> {
      const newest = (await world.store.read(() => world.store.activity.extent()))?.lastId;
      world.clock.now += 3 * minuteMs;
      const counted = async () => {
        await count();
        return (await world.store.read(() => world.store.activitySums.counted())).activityId;
      };
      await expect.poll(counted, { timeout: 8000, interval: 100 }).toBe(newest);
    }

    const histogram = (person: World['owner'], input: object = {}): Promise<Loose> =>
      world.ok(person, 'activity_histogram', { from: world.clock.now - hourMs, to: world.clock.now, ...input });

    const totalOf = ({ buckets }: Loose): number =>
      buckets.flatMap((bucket: Loose) => bucket.calls).reduce((sum: number, { calls }: Loose) => sum + calls, 0);

    it('shows owners all calls and members their own, by entrance and outcome', async () => {
      const member = await world.addPerson('member@acme.test');
      const key = await world.key(member, 'read');
      await countAll();
      const before = await histogram(world.owner);
      for (let call = 0; call < 3; call++) await world.ok(key, 'whoami');
      await world.refused(key, 'create_doc', { title: 'x' });
      await world.ok(world.owner, 'list_docs');
      await countAll();
      const all = await histogram(world.owner);
      expect(totalOf(all) - totalOf(before)).toBeGreaterThanOrEqual(5);
      expect(all).toMatchObject({ bucketMs: minuteMs });
      const own = await histogram(member, { entrance: 'http' });
      expect(own.buckets).toEqual([
        {
          start: Math.floor((world.clock.now - 3 * minuteMs) / minuteMs) * minuteMs,
          calls: [
            { entrance: 'http', outcome: 'forbidden', calls: 1 },
            { entrance: 'http', outcome: 'ok', calls: 3 },
          ],
        },
      ]);
      expect(totalOf(await histogram(member, { outcome: 'forbidden' }))).toBe(1);
      const { keys } = await world.ok(member, 'list_keys');
      const { agents } = await world.ok(member, 'list_agents');
      expect([keys[0].callsInWeek, agents[0].callsInWeek]).toEqual([4, 4]);
      expect([keys[0].hasMoreCalls, agents[0].hasMoreCalls]).toEqual([false, false]);
      await world.ok(key, 'whoami');
      const [later] = (await world.ok(member, 'list_keys')).keys;
      expect([later.callsInWeek, later.hasMoreCalls]).toEqual([4, true]);
      expect((await world.ok(member, 'list_agents')).agents[0].hasMoreCalls).toBe(true);
      const ofKey = await histogram(world.owner, { keyId: keys[0].keyId });
      expect([ofKey.bucketMs, totalOf(ofKey)]).toEqual([hourMs, 4]);
      expect(totalOf(await histogram(world.owner, { agentId: agents[0].id }))).toBe(4);
      expect(await world.refused(member, 'activity_histogram', { from: 0, to: 1, personId: world.owner.personId })).toBe(
        'invalid_request/no_such_item',
      );
    });

    it('does not rely on the last use of a key, which is noted at most once a minute', async () => {
      const member = await world.addPerson('member@acme.test');
      const key = await world.key(member, 'read');
      await countAll();
      await world.ok(key, 'whoami');
      world.clock.now += 50_000;
      await world.ok(key, 'whoami');
      // The first use is older than two minutes by then, the second is not.
      world.clock.now += 100_000;
      const counted = async () => {
        await count();
        return (await world.ok(member, 'list_keys')).keys[0].callsInWeek;
      };
      await expect.poll(counted, { timeout: 8000, interval: 100 }).toBe(1);
      expect((await world.ok(member, 'list_keys')).keys[0].hasMoreCalls).toBe(true);
    });

    it('counts the calls of a removed person for owners and admins, as the log lists them', async () => {
      const gone = await world.addPerson('gone@acme.test');
      const member = await world.addPerson('member@acme.test');
      const key = await world.key(gone, 'read');
      for (let call = 0; call < 3; call++) await world.ok(key, 'whoami');
      await world.ok(world.owner, 'remove_person', { email: 'gone@acme.test' });
      await countAll();
      const { personId } = gone;
      const { activity } = await world.ok(world.owner, 'list_activity', { personId });
      expect(activity.length).toBeGreaterThanOrEqual(3);
      expect(totalOf(await histogram(world.owner, { personId }))).toBe(activity.length);
      for (const [person, asked] of [
        [member, personId],
        [world.owner, 'person_absent'],
      ] as const)
        expect(await world.refused(person, 'activity_histogram', { from: 0, to: 1, personId: asked })).toBe('invalid_request/no_such_item');
    });

    it('leaves out time that is not complete, and reports the time up to which it has counted', async () => {
      await countAll();
      const before = totalOf(await histogram(world.owner));
      const { now } = world.clock;
      await world.ok(world.owner, 'whoami');
      world.clock.now += minuteMs;
      await count();
      const after = await histogram(world.owner, { from: now - hourMs, to: now + hourMs });
      expect(after.countedTo).toBeLessThanOrEqual(now);
      expect(totalOf(after)).toBeLessThanOrEqual(before + 1);
      await countAll();
      expect(totalOf(await histogram(world.owner, { from: now - hourMs, to: now + hourMs }))).toBeGreaterThan(before);
    });

    it('never returns more than 200 buckets', async () => {
      await countAll();
      const { now } = world.clock;
      for (const spanMs of [1, minuteMs, 199 * minuteMs, 5 * hourMs, 90 * dayMs, 400 * dayMs, 20 * 365 * dayMs]) {
        const { from, to, bucketMs, buckets } = await histogram(world.owner, { from: now - spanMs, to: now });
        expect((to - from) / bucketMs).toBeLessThanOrEqual(200);
        expect([from <= now - spanMs, to >= now, from % bucketMs, to % bucketMs]).toEqual([true, true, 0, 0]);
        expect(buckets.every(({ start }: Loose) => start >= from && start < to && start % bucketMs === 0)).toBe(true);
      }
      for (const [from, to] of [
        [5, 5],
        [6, 5],
        [0, 200 * 365 * dayMs],
      ])
        expect(await world.refused(world.owner, 'activity_histogram', { from, to })).toBe('invalid_request/invalid_argument');
    });

    it('counts everything once if several processes count', async () => {
      for (let call = 0; call < 20; call++) await world.ok(world.owner, 'whoami');
      world.clock.now += 3 * minuteMs;
      const other = createActivityCount({ store: await world.openAnother(), clock: () => world.clock.now });
      await expect
        .poll(async () => (await Promise.all([count(), other(), count(), other()])) && totalOf(await histogram(world.owner)), {
          timeout: 8000,
          interval: 100,
        })
        .toBeGreaterThanOrEqual(21);
      await countAll();
      const rows = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1000 }));
      const { activityId } = await world.store.read(() => world.store.activitySums.counted());
      const all = await histogram(world.owner, { from: 0, to: world.clock.now + dayMs });
      expect(totalOf(all)).toBe(rows.filter(({ id }) => id <= activityId).length);
    });
  });
}
