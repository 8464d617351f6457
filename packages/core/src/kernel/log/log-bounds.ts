import { minuteMs } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../context/context.ts';

/**
 * Delay between the time of a call and its row. The row is written with the answer, so a service call and the waits for a database come
 * first.
 */
const usualServiceSeconds = 60;
const waitsMs = 2 * minuteMs;

export interface LogBounds {
  fromId: number;
  beforeId: number;
}

/** Range of row numbers for calls from `since` to `until`, found by a binary search in some twenty steps (D44). */
export function* logBounds(
  context: Pick<ToolContext, 'store' | 'gateway'>,
  { since, until }: { since?: number | undefined; until?: number | undefined },
): Op<LogBounds> {
  const whole = { fromId: 0, beforeId: Number.MAX_SAFE_INTEGER };
  if (since === undefined && until === undefined) return whole;
  const extent = yield* context.store.activity.extent();
  if (!extent) return whole;
  const slackMs = (context.gateway.settings.installation?.serviceTimeoutSeconds ?? usualServiceSeconds) * 1000 + waitsMs;
  return {
    fromId: since === undefined ? whole.fromId : yield* firstBehind(context, extent, since - slackMs),
    beforeId: until === undefined ? whole.beforeId : yield* firstBehind(context, extent, until + slackMs),
  };
}

/** Binary search for the first row at or after a time: rows are nearly in the order of their times. */
function* firstBehind(
  { store }: Pick<ToolContext, 'store'>,
  { firstId, lastId }: { firstId: number; lastId: number },
  time: number,
): Op<number> {
  let [low, high] = [firstId, lastId + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = yield* store.activity.times(middle - 1, 1);
    if (!row || row.at > time) high = middle;
    else low = row.id + 1;
  }
  return low;
}
