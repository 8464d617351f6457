import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAcme, createSampleKey, sampleKeyHash } from '../testing/sample-rows.ts';
import { type TestStore, testEngines } from '../testing/test-stores.ts';
import type { Slot } from './admission.ts';

const windowMs = 60_000;
const calls = 3;
const limit = { calls, windowMs };

/** Time goes on by `gap`, then the clock is set back by `back`, then calls are made. */
const steps = fc.array(
  fc.record({
    gap: fc.oneof(fc.constantFrom(0, 1, windowMs - 1, windowMs), fc.nat(windowMs), fc.nat(windowMs * 2)),
    back: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      fc.constantFrom(1, windowMs - 1, windowMs + 1, 90 * 86_400_000),
      fc.nat(windowMs),
    ),
    calls: fc.nat(calls + 1),
  }),
  { minLength: 1, maxLength: 10 },
);

describe.each(testEngines())('a clock that is set back, on $name (D13)', ({ missing, open }) => {
  let opened: TestStore;
  let schedules = 0;
  beforeAll(async () => {
    if (missing === undefined) opened = await open();
    await opened?.store.perform(() => createAcme(opened.store), { changes: true });
  });
  afterAll(async () => {
    await opened?.[Symbol.asyncDispose]();
  });

  async function newKey(): Promise<(now: number) => Promise<Slot>> {
    const { store } = opened;
    const id = `key_${++schedules}`;
    await store.perform(() => createSampleKey(store, id), { changes: true });
    return async (now) => {
      const { slot } = await store.perform(() => store.admissions.take(sampleKeyHash(id), limit, now), { changes: false });
      if (!slot) throw new Error('the key is not good');
      return slot;
    };
  }

  it.skipIf(missing !== undefined)(
    'never lets more calls through in any real window, and delays no caller longer than one window',
    async () => {
      let setBack = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (schedule) => {
          const take = await newKey();
          const admitted: number[] = [];
          let [real, offset] = [0, Date.UTC(2026, 0, 1)];
          for (const { gap, back, calls } of schedule) {
            real += gap;
            offset -= back;
            if (back > 0 && admitted.length > 0) setBack++;
            for (let call = 0; call < calls; call++) {
              const slot = await take(real + offset);
              if (slot.admitted) admitted.push(real);
              else expect(slot.waitMs).toBeLessThanOrEqual(windowMs);
            }
          }
          admitted.slice(limit.calls).forEach((time, index) => expect(time - admitted[index]!).toBeGreaterThanOrEqual(windowMs));
          const last = await take(real + offset);
          if (last.admitted) return;
          expect((await take(real + last.waitMs - 1 + offset)).admitted).toBe(false);
          expect((await take(real + last.waitMs + offset)).admitted).toBe(true);
        }),
        { numRuns: 150 },
      );
      expect(setBack).toBeGreaterThan(100);
    },
  );
});
