import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runSync } from '../../kernel/ops.ts';
import { readMigrations } from '../../migrate.ts';
import type { Slot } from '../../repos/admission.ts';
import { openConnection } from './connection.ts';
import { migrateSqlite } from './migrate.ts';
import { sqliteSlots } from './slots.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-slots-'));
const connection = openConnection(path.join(folder, 'gatehouse.db'));
migrateSqlite(connection, readMigrations('sqlite'));
const take = sqliteSlots(connection);
let schedules = 0;

afterAll(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

interface Step {
  gap: number;
  calls: number;
}

/** Bursts, with pauses that end just before, at and just after the edge of the window. */
const schedule = (windowMs: number, maxCalls: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      gap: fc.oneof(fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1), fc.nat(20), fc.nat(windowMs), fc.nat(windowMs * 3)),
      calls: fc.nat(maxCalls),
    }),
    { minLength: 1, maxLength: 12 },
  );

/** Takes slots for a new key's calls at these times. */
function run(times: readonly number[], calls: number, windowMs: number): Slot[] {
  const key = `key_${++schedules}`;
  return connection.transaction(() => times.map((time) => runSync(take(key, { calls, windowMs }, time))))();
}

const start = Date.UTC(2026, 0, 1);

function timesOf(steps: readonly Step[]): number[] {
  let now = start;
  return steps.flatMap(({ gap, calls }) => {
    now += gap;
    return Array.from({ length: calls }, () => now);
  });
}

describe('the sliding limit (D13), for any schedule', () => {
  it.each([
    { limit: 240, windowMs: 60_000, maxCalls: 300, numRuns: 100 },
    { limit: 3, windowMs: 60_000, maxCalls: 5, numRuns: 1000 },
    { limit: 5, windowMs: 2 ** 31, maxCalls: 4, numRuns: 300 },
  ])(
    'never admits more than $limit calls in any $windowMs ms, and refuses none within the limit',
    ({ limit, windowMs, maxCalls, numRuns }) => {
      fc.assert(
        fc.property(schedule(windowMs, maxCalls), (steps) => {
          const times = timesOf(steps);
          const slots = run(times, limit, windowMs);
          const admitted: number[] = [];
          slots.forEach((slot, index) => {
            const now = times[index] as number;
            const live = admitted.filter((time) => time > now - windowMs).length;
            expect(slot.admitted).toBe(live < limit);
            if (slot.admitted) admitted.push(now);
          });
          admitted.slice(limit).forEach((time, index) => expect(time - (admitted[index] as number)).toBeGreaterThanOrEqual(windowMs));
        }),
        { numRuns },
      );
    },
  );

  it('admits a caller that waits as long as it was told, and refuses one that comes a millisecond earlier', () => {
    const [limit, windowMs] = [4, 60_000];
    fc.assert(
      fc.property(schedule(windowMs, 6), (steps) => {
        const times = timesOf(steps);
        const slots = run(times, limit, windowMs);
        const refused = slots.findIndex((slot) => !slot.admitted);
        const slot = slots[refused];
        if (!slot || slot.admitted) return;
        const before = times.slice(0, refused + 1);
        const again = (times[refused] as number) + slot.waitMs;
        expect(run([...before, again], limit, windowMs).at(-1)).toMatchObject({ admitted: true });
        expect(run([...before, again - 1], limit, windowMs).at(-1)).toEqual({ admitted: false, waitMs: 1 });
      }),
      { numRuns: 500 },
    );
  });

  it('stores each time to the millisecond, even if the first is older than 32 bits can express', () => {
    const windowMs = 2 ** 31;
    const times = Array.from({ length: 6 }, (_, call) => start + call * (windowMs - 1));
    const admitted = { admitted: true, remaining: 0, resetMs: 1 };
    expect(run([...times, times.at(-1) as number], 2, windowMs)).toEqual([
      { admitted: true, remaining: 1, resetMs: windowMs },
      ...times.slice(1).map(() => admitted),
      { admitted: false, waitMs: 1 },
    ]);
  });
});
