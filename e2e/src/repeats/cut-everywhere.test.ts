import { expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import { cutEverywhere } from './cut-everywhere.ts';

/** The night has more: `e2e/src/nightly/repeats.ts`. */
const points = 40;

forEachEngine((engine) => {
  it('a write happens once, wherever its connection is cut, when it is repeated under its idempotency key (D70)', async () => {
    const { cuts, wrong } = await cutEverywhere(engine, points);
    expect(wrong).toEqual([]);
    expect(cuts).toBeGreaterThanOrEqual(points);
  });
});
