import type { Activity, FollowedLog, FollowedRows, Store } from '@gatehouse/storage';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';

/** Rows that a reader wants, and the notices that announce new ones. */
export interface FeedSource {
  rows: FollowedRows;
  notices: 'calls' | 'changes';
}

/** One followed log. */
export interface Following {
  /** Position up to which rows were delivered. */
  position(): string;
  /** Resolves when all rows committed before the call are delivered. */
  look(): Promise<void>;
  end(): Promise<void>;
}

export interface FollowOptions {
  store: Store;
  source: FeedSource;
  /** Called after each read of the log, even if there are no new rows. */
  receive: (rows: Activity[], position: string) => void;
  /** Called if the rows since the last read are unknown. The log is followed from now on. */
  restart: (position: string) => void;
  /** Limits the number of concurrent reads. */
  limit: (look: () => Promise<void>) => Promise<void>;
  report: (error: unknown) => void;
}

/** Readers of a busy log get many rows at a time. */
const restMs = 50;

/** Delivers the rows of one log as they are committed, from now on: each once, whichever process wrote it. */
export async function followLog({ store, source, receive, restart, limit, report }: FollowOptions): Promise<Following> {
  const follow = (): Promise<FollowedLog> => store.read(() => store.activity.follow(source.rows));
  let log = await follow();
  let position = log.position;
  let waiting: PromiseWithResolvers<void>[] = [];

  /** A request during a running read waits for the next one. */
  async function look(): Promise<void> {
    const asked = waiting;
    waiting = [];
    try {
      const news = await store.read(() => log.news());
      if (!news) log = await follow();
      position = log.position;
      if (news) receive(news, position);
      else restart(position);
      for (const { resolve } of asked) resolve();
    } catch (error) {
      for (const { reject } of asked) reject(error);
      throw error;
    }
  }

  const looking = createCoalescedTask({ run: () => limit(look), report, restMs });
  const stop = store.notices.subscribe(source.notices, source.rows.orgId, looking.trigger);
  looking.trigger();
  return {
    position: () => position,
    look() {
      const asked = Promise.withResolvers<void>();
      waiting.push(asked);
      looking.trigger();
      return asked.promise;
    },
    async end() {
      stop();
      await looking.stop();
      for (const { resolve } of waiting.splice(0)) resolve();
    },
  };
}
