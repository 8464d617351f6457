import { removeOldActivity } from '@gatehouse/core';
import type { Gatehouse } from '../composition.ts';
import type { Configuration } from '../configuration.ts';

const dayMs = 24 * 60 * 60 * 1000;
const usual = { firstAfterMs: 90_000, everyMs: 10 * 60_000 };

/** Removes now and then what is older than the activity log is kept. Returns what ends it, which resolves when the database is left alone. */
export function forgetActivity(
  gatehouse: Gatehouse,
  { activityDays }: Pick<Configuration, 'activityDays'>,
  { firstAfterMs, everyMs } = usual,
): () => Promise<void> {
  if (activityDays === 0) return async () => {};
  const stop = new AbortController();
  let running = Promise.resolve();
  const forget = () => {
    running = running.then(() => removeOld(gatehouse, activityDays, stop.signal));
  };
  const first = setTimeout(forget, firstAfterMs).unref();
  const repeated = setInterval(forget, everyMs).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(repeated);
    stop.abort();
    await running;
  };
}

async function removeOld({ store, gateway, logger }: Gatehouse, days: number, signal: AbortSignal): Promise<void> {
  const now = gateway.clock();
  await removeOldActivity({ store, before: now - days * dayMs, now, signal }).then(
    (removed) => removed.rows + removed.months > 0 && logger.info('removed what is old from the activity log', { ...removed }),
    (error) => logger.fault('old rows of the activity log could not be removed', error),
  );
}
