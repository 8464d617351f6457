import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Admission } from '../../../repos/admission.ts';
import { postgresMissing } from '../../../testing/index.ts';
import { openPostgresWithAcme, type PostgresWithAcme } from '../../../testing/postgres-with-acme.ts';
import { createSampleKey, sampleKeyHash } from '../../../testing/sample-rows.ts';
import type { Store } from '../../store.ts';

const windowMs = 60_000;
/** Keys of calls at one instant, in this order. */
const keysOfBurst = fc.array(fc.nat(2), { minLength: 1, maxLength: 12 });
const bursts = fc.array(fc.record({ gap: fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs / 2), keys: keysOfBurst }), {
  minLength: 1,
  maxLength: 6,
});

describe.skipIf(postgresMissing() !== undefined)('calls that are admitted together on Postgres (D13)', () => {
  let opened: PostgresWithAcme;
  let store: Store;
  let schedules = 0;

  beforeAll(async () => {
    opened = await openPostgresWithAcme({ slotClock: 'caller' });
    store = opened.store;
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
  });

  it('get the same results as one after another', async () => {
    const limit = 5;
    await fc.assert(
      fc.asyncProperty(bursts, async (steps) => {
        const ids = [0, 1, 2].map((key) => `key_${schedules} ${key}`);
        schedules++;
        const createKeys = function* () {
          for (const id of ids) yield* createSampleKey(store, id);
        };
        await store.perform(createKeys, { changes: true });
        const logs: number[][] = ids.map(() => []);
        let now = 1_000_000;
        for (const { gap, keys } of steps) {
          now += gap;
          const take = (key: number): Promise<Admission> =>
            store.perform(() => store.admissions.take(sampleKeyHash(ids[key]!), { calls: limit, windowMs }, now), { changes: false });
          const admissions = await Promise.all(keys.map(take));
          const expected = keys.map((key) => oneByOne(logs[key]!, limit, now));
          expect(admissions.map(({ slot }) => slot)).toEqual(expected);
          expect(admissions.map(({ key }) => key?.id)).toEqual(keys.map((key) => ids[key]));
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** The rule itself, on a plain list of the times of all admitted calls. */
function oneByOne(log: number[], limit: number, now: number): Admission['slot'] {
  const live = log.filter((at) => at > now - windowMs);
  if (live.length >= limit) return { admitted: false, waitMs: live.at(-limit)! + windowMs - now };
  log.push(now);
  return { admitted: true, remaining: limit - live.length - 1, resetMs: (live[0] ?? now) + windowMs - now };
}
