import type { Activity, FollowedRows, Store } from '@gatehouse/storage';
import { createCoalescedTask } from '../coalesced-task.ts';

export interface FollowOptions {
  store: Store;
  rows: FollowedRows;
  receive: (rows: Activity[]) => void;
  report: (error: unknown) => void;
}

/** So that who follows a busy log reads many rows at a time. */
const restMs = 50;

/**
 * Gives the rows of one organization's log as they are committed, from now on: each once, whichever process wrote it.
 * Resolves when following has begun, with what ends it.
 */
export async function followActivity({ store, rows, receive, report }: FollowOptions): Promise<() => Promise<void>> {
  const log = await store.read(() => store.activity.follow(rows));
  const reading = createCoalescedTask({
    async run() {
      const news = await store.read(() => log.news());
      if (news.length > 0) receive(news);
    },
    report,
    restMs,
  });
  const stop = store.notices.subscribe('calls', rows.orgId, reading.trigger);
  reading.trigger();
  return async () => {
    stop();
    await reading.stop();
  };
}
