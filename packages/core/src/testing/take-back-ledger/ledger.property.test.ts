import { postgresMissing } from '@gatehouse/storage/testing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { histories } from './histories.ts';
import { expectAsAnnounced, expectTakenBack, expectUndone, runHistory } from './judge.ts';
import { openLedger } from './ledger.ts';

async function holdsFor(engine: 'sqlite' | 'postgres', count: number): Promise<void> {
  const ledger = await openLedger(engine);
  await using _world = ledger.world;
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const { of, taken, undone, isOfRun } = await runHistory(ledger, history);
      expectAsAnnounced(taken);
      expectTakenBack(of.subjects, taken, isOfRun);
      expectAsAnnounced(undone);
      expectUndone(of.subjects, taken, undone);
    }),
    { numRuns: count },
  );
}

describe('a take-back of names, places, rights and bodies together', () => {
  it('matches its preview, keeps changes by others, and can be undone (D66), in 100 histories', { timeout: 300_000 }, async () => {
    await holdsFor('sqlite', 100);
  });

  it.skipIf(postgresMissing() !== undefined)('does the same on Postgres, in 8 histories', { timeout: 300_000 }, async () => {
    await holdsFor('postgres', 8);
  });

  it('does the same in 10,000 histories', { tags: ['nightly'], timeout: 7_200_000 }, async () => {
    await holdsFor('sqlite', 10_000);
  });
});
