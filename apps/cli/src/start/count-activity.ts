import { createActivityCount } from '@gatehouse/core';
import type { Gatehouse } from '../composition/composition.ts';

/** Counts the activity log after the calls, for charts and sums (D44). Each run continues from the last position. Keep the function. */
export function createActivityCounting({ store, gateway, logger }: Gatehouse, signal: AbortSignal): () => Promise<void> {
  const count = createActivityCount({ store, clock: gateway.clock, signal });
  return () =>
    count().then(
      () => {},
      (error: unknown) => logger.fault('the activity log could not be counted; will retry', error),
    );
}
