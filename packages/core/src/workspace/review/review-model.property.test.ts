import { postgresMissing } from '@gatehouse/storage/testing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { deeds, expectModelled, openReviewWorld, type Step, wordCount } from '../../testing/review-model.ts';

const step: fc.Arbitrary<Step> = fc.record({
  // Texts change more often than places.
  deed: fc.constantFrom(...deeds, 'agent saves', 'agent saves', 'person saves', 'person accepts'),
  at: fc.nat(20),
  word: fc.nat(wordCount - 1),
  what: fc.constantFrom('replace', 'insert', 'remove'),
});

async function holdsFor(engine: 'sqlite' | 'postgres', sequences: number): Promise<void> {
  await using opened = await openReviewWorld(engine);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), (steps) => expectModelled(opened, steps)),
    { numRuns: sequences },
  );
}

describe('a reviewed document matches the model of its changes, and contains no agent’s change that nobody has accepted (D78)', () => {
  it('in 25 sequences on SQLite', { timeout: 120_000 }, () => holdsFor('sqlite', 25));
  it.skipIf(postgresMissing() !== undefined)('in 8 sequences on Postgres', { timeout: 120_000 }, () => holdsFor('postgres', 8));
  it('in many sequences on SQLite', { tags: ['nightly'], timeout: 3_600_000 }, () => holdsFor('sqlite', 8000));
  it.skipIf(postgresMissing() !== undefined)('in many sequences on Postgres', { tags: ['nightly'], timeout: 3_600_000 }, () =>
    holdsFor('postgres', 2000),
  );
});
