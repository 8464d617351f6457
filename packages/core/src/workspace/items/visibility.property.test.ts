import { postgresMissing } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { randomSteps } from '../../testing/rights-oracle/steps.ts';
import { type WalkOptions, walk } from '../../testing/rights-oracle/walk.ts';
import { workspaceTools } from '../index.ts';

interface Walk extends Pick<WalkOptions, 'engine' | 'actors'> {
  steps: number;
  seed: number;
}

/** Steps are not shrunk: a failure names the step, and its seed repeats it. */
async function walkSteps({ steps, seed, engine, actors }: Walk) {
  return await walk(randomSteps(steps, seed), { engine, actors, groups: 4, lookEvery: 40 });
}

const allActors = { actors: 30, steps: 10_000 };
const atNight = { tags: ['nightly'], timeout: 7_200_000 };
const missing = postgresMissing();

describe('one predicate decides what each caller reads, changes and hears of (D5, D25, D25.5, D49.5, D73, D77)', () => {
  it.each([1, 2])('in a walk on SQLite that calls every tool that reads items: seed %i', async (seed) => {
    const asked = await walkSteps({ engine: 'sqlite', actors: 12, steps: 200, seed });
    const notAsked = workspaceTools.filter(({ access, name }) => access === 'read' && !asked.has(name)).map(({ name }) => name);
    expect(notAsked.toSorted()).toEqual([...withoutItems, ...ofOwnChanges].toSorted());
  });

  it.skipIf(missing !== undefined)('in a walk on Postgres', async () => {
    await walkSteps({ engine: 'postgres', actors: 7, steps: 40, seed: 3 });
  });

  it('in 10,000 steps of 30 actors on SQLite', atNight, async () => {
    await walkSteps({ engine: 'sqlite', ...allActors, seed: 20261128 });
  });

  it.skipIf(missing !== undefined)('in 10,000 steps of 30 actors on Postgres', atNight, async () => {
    await walkSteps({ engine: 'postgres', ...allActors, seed: 20261128 });
  });
});

/** Everybody sees all tasks. */
const withoutItems = ['browse_tasks', 'list_tasks', 'read_task'];

/** Work that a person began: `take-back.test.ts`, `subjects.test.ts` and `bulk-work.test.ts` test who reads it. */
const ofOwnChanges = ['compare_take_back_item', 'list_take_back_items', 'preview_take_back', 'read_bulk_change'];
