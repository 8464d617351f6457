import { postgresMissing } from '@gatehouse/storage/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whats } from './hand.ts';
import { historyOf, holds, openWorld } from './histories.ts';

/** Operations of a history by day. Some faults show only after many changes side by side. */
const stepsByDay = 40;
/** Histories in one world before the next: lists would become long. */
const perWorld = 25;

async function holdsFor(engine: 'sqlite' | 'postgres', histories: number, steps: number, firstSeed?: number): Promise<void> {
  const done = new Set<string>();
  for (let begun = 0; begun < histories; begun += perWorld) {
    const seed = firstSeed === undefined ? undefined : firstSeed + begun / perWorld;
    await using opened = await openWorld(engine);
    await fc.assert(
      fc.asyncProperty(historyOf(steps), (history) => holds(opened, history)),
      { numRuns: Math.min(perWorld, histories - begun), ...(seed !== undefined && { seed }) },
    );
    for (const what of opened.done.keys()) done.add(what);
    if (seed !== undefined) process.stdout.write(`${begun + perWorld} histories on ${engine} hold, up to seed ${seed}\n`);
  }
  // Few histories may leave out a kind of step that is seldom possible.
  if (histories >= 250) expect(whats.filter((what) => !done.has(what))).toEqual([]);
}

/** By night, each world has the next seed; `HISTORIES` and `HISTORY_SEED` repeat a part of a run. */
async function holdsByNight(engine: 'sqlite' | 'postgres', histories: number): Promise<void> {
  const seed = Number(process.env.HISTORY_SEED ?? Date.now() % 2 ** 30);
  const wanted = Number(process.env.HISTORIES ?? histories);
  process.stdout.write(`${wanted} histories on ${engine}, from seed ${seed}\n`);
  await holdsFor(engine, wanted, 200, seed);
}

describe('taking back a run, compared with a model without the actions of the run (D66, D66.9)', () => {
  it('in 75 histories on SQLite', { timeout: 300_000 }, async () => {
    await holdsFor('sqlite', 75, stepsByDay);
  });

  it.skipIf(postgresMissing() !== undefined)('in 15 histories on Postgres', { timeout: 300_000 }, async () => {
    await holdsFor('postgres', 15, stepsByDay);
  });

  it('in 10,000 histories of up to 200 operations', { tags: ['nightly'], timeout: 28_800_000 }, async () => {
    await holdsByNight('sqlite', 10_000);
  });

  it.skipIf(postgresMissing() !== undefined)(
    'in 10,000 histories of up to 200 operations on Postgres',
    { tags: ['nightly'], timeout: 28_800_000 },
    async () => {
      await holdsByNight('postgres', 10_000);
    },
  );
});
