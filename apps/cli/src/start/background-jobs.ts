import { hourMs, minuteMs } from '@gatehouse/domain';
import type { Gatehouse } from '../composition/composition.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { createBulkChanging, sweepBulk } from './change-in-bulk.ts';
import { createActivityCounting } from './count-activity.ts';
import { createWebhookTelling } from './deliver-webhooks.ts';
import { createExtraction } from './extract-texts.ts';
import { forgetActivity } from './forget-activity.ts';
import { sweepAccounts } from './sweep-accounts.ts';
import { sweepRepeatable } from './sweep-repeatable.ts';
import { sweepTrash } from './sweep-trash.ts';

interface Timing {
  firstAfterMs: number;
  everyMs: number;
}

/**
 * Runs the jobs that maintain a gateway, at intervals. Any number of processes may run them concurrently, but one is enough. Returns a
 * function that ends them, and resolves when they no longer use the database.
 */
export function keepUp(gatehouse: Gatehouse, { activityDays }: Pick<Configuration, 'activityDays'>, timing?: Timing): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const repeat = (work: () => Promise<void>, usual: Timing) => repeatedly(work, timing ?? usual);
  const telling = createWebhookTelling(gatehouse, signal);
  const extraction = createExtraction(gatehouse, signal);
  const bulk = createBulkChanging(gatehouse, signal);
  const ends = [
    repeat(() => sweepTrash(gatehouse, signal), { firstAfterMs: minuteMs, everyMs: hourMs }),
    repeat(() => sweepAccounts(gatehouse), { firstAfterMs: 75_000, everyMs: hourMs }),
    repeat(() => sweepRepeatable(gatehouse, signal), { firstAfterMs: 80_000, everyMs: hourMs }),
    repeat(telling.look, { firstAfterMs: 1000, everyMs: 1000 }),
    repeat(() => sweepBulk(gatehouse, signal), { firstAfterMs: 85_000, everyMs: hourMs }),
    repeat(bulk.look, { firstAfterMs: 250, everyMs: 250 }),
    repeat(extraction.look, { firstAfterMs: 1500, everyMs: 1000 }),
    repeat(createActivityCounting(gatehouse, signal), { firstAfterMs: 5000, everyMs: 20_000 }),
  ];
  if (activityDays > 0)
    ends.push(repeat(() => forgetActivity(gatehouse, activityDays, signal), { firstAfterMs: 90_000, everyMs: 10 * minuteMs }));
  return async () => {
    stopping.abort();
    await gatehouse.extractor.close();
    await Promise.all(ends.map((end) => end()));
    await Promise.all([telling.end(), extraction.end(), bulk.end()]);
  };
}

/** Runs a job on an interval, never twice at a time. The job reports its own faults. Returns a stop function that resolves when idle. */
function repeatedly(work: () => Promise<void>, { firstAfterMs, everyMs }: Timing): () => Promise<void> {
  let running = Promise.resolve();
  const next = () => {
    running = running.then(work);
  };
  const first = setTimeout(next, firstAfterMs).unref();
  const repeated = setInterval(next, everyMs).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(repeated);
    await running;
  };
}
