import type { NewActivity } from '@gatehouse/storage';
import { sampleActivity, testEngines } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const calls = 4500;
const stepMs = 1000;

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`list_activity on ${engine.name} (D44)`, () => {
    let world: World;
    let member: World['owner'];
    /** Begin times of calls, in the order of their answers. Every third call took up to 40 seconds. */
    const times = Array.from({ length: calls }, (_, index) => index * stepMs - (index % 3 === 0 ? (index * 7919) % 40_000 : 0));
    let begin: number;

    beforeAll(async () => {
      world = await createWorld({ engine: engine.dialect });
      member = await world.addPerson('member@acme.test');
      begin = world.clock.now;
      const record = (row: NewActivity) => world.store.perform(() => world.store.activity.record(row), { changes: false });
      for (let from = 0; from < calls; from += 100) {
        const some = times.slice(from, from + 100).map((time, index) => record(rowOf(from + index, begin + time)));
        await Promise.all(some);
      }
      world.clock.now = begin + calls * stepMs;
    });
    afterAll(async () => await world[Symbol.asyncDispose]());

    function rowOf(index: number, at: number): NewActivity {
      const isRare = index === 5 || index === 4000;
      return sampleActivity({
        at,
        orgId: world.orgId,
        personId: index === 7 ? member.personId : world.owner.personId,
        tool: isRare ? 'edit_doc' : 'whoami',
        requestId: `req_${index}`,
      });
    }

    const list = (person: World['owner'], input: object = {}): Promise<Loose> => world.ok(person, 'list_activity', input);

    /** All pages, with how many there were. */
    async function pages(person: World['owner'], input: object = {}): Promise<{ rows: Loose[]; count: number }> {
      const rows: Loose[] = [];
      let cursor: string | null | undefined;
      for (let count = 1; ; count++) {
        const page = await list(person, { ...input, ...(cursor && { cursor }) });
        rows.push(...page.activity);
        expect(page.searchedTo === null).toBe(page.nextCursor === null);
        cursor = page.nextCursor;
        if (cursor === null) return { rows, count };
      }
    }

    it('reads at most 2,000 rows per call, reports its position, and finds all rows in several calls', async () => {
      const first = await list(world.owner, { tool: 'edit_doc' });
      expect(first.activity.map((row: Loose) => row.requestId)).toEqual(['req_4000']);
      expect(first.searchedTo).toBeGreaterThan(begin + (calls - 2100) * stepMs);
      const second = await list(world.owner, { tool: 'edit_doc', cursor: first.nextCursor });
      expect(second).toMatchObject({ activity: [], nextCursor: expect.any(String), searchedTo: expect.any(Number) });
      expect(second.searchedTo).toBeLessThan(first.searchedTo);
      const { rows, count } = await pages(world.owner, { tool: 'edit_doc' });
      expect(rows.map(({ requestId }) => requestId)).toEqual(['req_4000', 'req_5']);
      expect(count).toBeLessThanOrEqual(5);
    });

    it('does not read rows of others to find those of one person', async () => {
      for (const [person, input] of [
        [member, {}],
        [world.owner, { personId: member.personId }],
      ] as const) {
        const { activity } = await list(person, { ...input, tool: 'whoami' });
        expect(activity.map((row: Loose) => row.requestId)).toEqual(['req_7']);
      }
    });

    it('finds exactly the calls between two times, without reading others', async () => {
      for (const [since, until] of [
        [1000, 1060],
        [0, 3],
        [4400, 9999],
        [2000, 1999],
      ].map((seconds) => seconds.map((second) => begin + second * 1000)) as [number, number][]) {
        const wanted = times.flatMap((time, index) => (begin + time >= since && begin + time <= until ? [`req_${index}`] : []));
        const { rows, count } = await pages(world.owner, { since, until, outcome: 'ok', entrance: 'http', limit: 500 });
        expect(rows.map(({ requestId }) => requestId).sort()).toEqual(wanted.sort());
        expect(count).toBe(1);
      }
    });

    it('returns every row exactly once over all pages', async () => {
      const { rows } = await pages(world.owner, { entrance: 'http', limit: 500 });
      expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))].sort((left, right) => right - left));
      expect(rows).toHaveLength(calls);
    });
  });
}
