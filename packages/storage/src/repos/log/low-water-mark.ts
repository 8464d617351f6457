import type { Engine } from '../../engine.ts';
import type { Op } from '../../ops.ts';
import { readSnapshot } from './stream-position.ts';

/** A row that nobody can come below any more who begins behind `commit`. */
interface Height {
  id: number;
  commit: bigint;
  at: number;
}

/** Between the number of a row and that of its transaction, of which the second is given a moment after the first. */
const graceMs = 1000;

/**
 * Where numbers of rows are given before the rows are committed: finds, asked now and then, the highest number below which no row can come
 * any more. `seen` is a state of the log, as `now` gives it.
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
