import { createActivityCount } from '@gatehouse/core';
import type { Gatehouse } from '../composition.ts';

const usual = { firstAfterMs: 5000, everyMs: 20_000 };

/** Counts the activity log behind the calls, for charts and sums (D44). Returns what ends it, which resolves when the database is left alone. */
export function countActivity({ store, gateway, logger }: Gatehouse, { firstAfterMs, everyMs } = usual): () => Promise<void> {
  const stop = new AbortController();
  const count = createActivityCount({ store, clock: gateway.clock, signal: stop.signal });
  let running = Promise.resolve();
  const countNow = () => {
    running = running
      .then(() => count())
      .then(
        () => {},
        (error) => logger.fault('the activity log could not be counted; it is tried again', error),
      );
  };
  const first = setTimeout(countNow, firstAfterMs).unref();
  const repeated = setInterval(countNow, everyMs).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(repeated);
    stop.abort();
    await running;
  };
}
