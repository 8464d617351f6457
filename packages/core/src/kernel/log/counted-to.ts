import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../context/context.ts';

/** Time of the first call in the log that the summaries do not count yet. // D44.2 */
export function* countedTo({ store, now }: Pick<ToolContext, 'store' | 'now'>): Op<number> {
  const { activityId } = yield* store.activitySums.counted();
  const [next] = yield* store.activity.times(activityId, 1);
  return Math.min(next?.at ?? now, now);
}
