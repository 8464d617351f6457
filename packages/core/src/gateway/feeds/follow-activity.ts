import type { Activity, FollowedRows, Store } from '@gatehouse/storage';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';

export interface FollowOptions {
  store: Store;
  rows: FollowedRows;
  /** The second says where in the log that leads to. */
  receive: (rows: Activity[], position: string) => void;
  report: (error: unknown) => void;
}

export interface FollowedActivity {
  /** Up to where rows were given. */
  position(): string;
  /** Looks anew: resolves when all that was committed until now has been given. */
  look(): Promise<void>;
  end(): Promise<void>;
}

/** So that who follows a busy log reads many rows at a time. */
const restMs = 50;

/**
 * Gives the rows of one organization's log as they are committed, from now on: each once, whichever process wrote it.
 * Resolves when following has begun.
 */
export async function followActivity({ store, rows, receive, report }: FollowOptions): Promise<FollowedActivity> {
  const log = await store.read(() => store.activity.follow(rows));
  let position = log.position;
  let waiting: PromiseWithResolvers<void>[] = [];

  /** Whoever asks for a look while one is under way waits for the next. */
  async function look(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const news = await store.read(() => log.news());
      position = log.position;
      if (news.length > 0) receive(news, position);
      for (const { resolve } of asked) resolve();
    } catch (error) {
      for (const { reject } of asked) reject(error);
      throw error;
    }
  }

  const reading = createCoalescedTask({ run: look, report, restMs });
  const stop = store.notices.subscribe('calls', rows.orgId, reading.trigger);
  reading.trigger();
  return {
    position: () => position,
    look() {
      const asked = Promise.withResolvers<void>();
      waiting.push(asked);
      reading.trigger();
      return asked.promise;
    },
    async end() {
      stop();
      await reading.stop();
      for (const { resolve } of waiting.splice(0)) resolve();
    },
  };
}
