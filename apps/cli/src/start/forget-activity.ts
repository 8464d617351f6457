import { removeOldActivity } from '@gatehouse/core';
import { dayMs } from '@gatehouse/domain';
import type { Gatehouse } from '../composition/composition.ts';

/** Removes rows that are older than the retention of the activity log. */
export async function forgetActivity({ store, gateway, logger }: Gatehouse, days: number, signal: AbortSignal): Promise<void> {
  const now = gateway.clock();
  await removeOldActivity({ store, before: now - days * dayMs, now, signal }).then(
    (removed) => removed.rows + removed.months > 0 && logger.info('removed old rows from the activity log', { ...removed }),
    (error) => logger.fault('old rows of the activity log could not be removed', error),
  );
}
