import { describe, expect, it } from 'vitest';
import { postgresEngine, sqliteEngine } from '../kit/engines.ts';
import { compareEngines } from './differential.ts';

const missing = postgresEngine.missing;

describe.skipIf(missing !== undefined)(`SQLite and Postgres${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  it('give the same answers to 1,500 random calls (D23)', async () => {
    const { outcomes, difference, faults } = await compareEngines({
      engines: [sqliteEngine, postgresEngine],
      operations: 1500,
      seed: 20260108,
    });
    expect({ difference, faults }).toEqual({ difference: undefined, faults: [] });
    // Outcomes that must occur for the comparison to be meaningful.
    const met = [...outcomes.keys()];
    for (const outcome of [
      'search ok',
      'edit_doc ok',
      'restore_version ok',
      'move_item ok',
      'purge_item ok',
      'list_activity ok',
      'list_changes ok',
      'read_review ok',
      'take_back ok',
    ]) {
      expect(met).toContain(outcome);
    }
    expect(met.some((outcome) => outcome.endsWith('rate_limited'))).toBe(true);
    expect(met.some((outcome) => outcome.endsWith('stale_version'))).toBe(true);
    expect(met.some((outcome) => outcome.endsWith('duplicate_name'))).toBe(true);
  });

  it('give the same answers to 10,000 other calls', { tags: ['nightly'] }, async () => {
    const { difference, faults } = await compareEngines({ engines: [sqliteEngine, postgresEngine], operations: 10_000, seed: 20260107 });
    expect({ difference, faults }).toEqual({ difference: undefined, faults: [] });
  });

  it('would show a difference', { tags: ['nightly'] }, async () => {
    const shifted = { ...sqliteEngine, name: 'SQLite without tags', open: withoutTags };
    // Tries several seeds, because each new operation changes the calls of a seed.
    for (const seed of [7, 8, 9, 10]) {
      const { difference } = await compareEngines({ engines: [sqliteEngine, shifted], operations: 3000, seed });
      if (difference) return;
    }
    expect.unreachable('no seed shows the fault');
  });
});

/** An engine with one small fault: it indexes no tags. */
async function withoutTags(folder: string) {
  const store = await sqliteEngine.open(folder);
  const { search } = store;
  return { ...store, search: { ...search, put: (item: Parameters<typeof search.put>[0]) => search.put({ ...item, tags: [] }) } };
}
