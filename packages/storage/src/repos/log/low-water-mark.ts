import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';
import { readSnapshot } from './stream-position.ts';

/** Row below which no transaction that begins after `commit` can add a row. */
interface Height {
  id: number;
  commit: bigint;
  at: number;
}

/** Time between the number of a row and that of its transaction, which is given a moment later. */
const graceMs = 1000;

/**
 * Finds the highest number below which no further row can appear, for logs whose numbers are given before the rows are committed. Call it
 * now and then. `seen` is a state of the log from `now`.
 */
export function lowWaterMark(
  newestId: () => Op<number>,
  now: NonNullable<Engine['commits']>['now'],
): (seen: string) => Op<number | undefined> {
  const heights: Height[] = [];
  let floor: number | undefined;
  return function* advance(seen) {
    const at = performance.now();
    const { oldestOpen } = readSnapshot(seen);
    while (heights[0] && heights[0].commit <= oldestOpen && heights[0].at + graceMs <= at) floor = heights.shift()?.id;
    if (at - (heights.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < graceMs) return floor;
    const id = yield* newestId();
    heights.push({ id, commit: readSnapshot(yield* now()).next, at });
    return floor;
  };
}
