import { createActivityCount } from '@gatehouse/core';
import type { Gatehouse } from '../composition.ts';

/** What counts the activity log behind the calls, for charts and sums (D44), each time as far as it has come. Keep it. */
export function createActivityCounting({ store, gateway, logger }: Gatehouse, signal: AbortSignal): () => Promise<void> {
  const count = createActivityCount({ store, clock: gateway.clock, signal });
  return () =>
    count().then(
      () => {},
      (error: unknown) => logger.fault('the activity log could not be counted; it is tried again', error),
    );
}
