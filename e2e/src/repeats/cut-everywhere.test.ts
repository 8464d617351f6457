import { expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import { cutEverywhere } from './cut-everywhere.ts';

/** More cases run at night: `e2e/src/nightly/repeats.ts`. */
const points = 40;

forEachEngine((engine) => {
  it('a write that is repeated under its idempotency key happens once, for any place where its connection is cut (D70)', async () => {
    const { cuts, wrong } = await cutEverywhere(engine, points);
    expect(wrong).toEqual([]);
    expect(cuts).toBeGreaterThanOrEqual(points);
  });
});
