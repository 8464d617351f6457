import { readingTool } from '@gatehouse/domain';
import type { Op, Store } from '@gatehouse/storage';
import type { Credential } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { findCaller, viewerOf } from '../callers/caller.ts';
import type { Registry } from '../registry/registry.ts';
import { createFeed } from './feed.ts';
import { changesIn } from './touched.ts';

/** Filters the feed by items: tells of those that changed, in any process, to callers who can see and read them at that instant (D49). */
export interface ItemFilter {
  /**
   * Calls `changed` with the id of each watched item after it changed. Resolves when watching has begun, with a function that ends it;
   * rejects with `unauthorized`.
   */
  watch(credential: Credential, isWatched: (itemId: string) => boolean, changed: (itemId: string) => void): Promise<() => void>;
}

export interface ItemFilterOptions {
  store: Store;
  registry: Registry;
  clock: () => number;
  report: (error: unknown) => void;
}

interface Watcher {
  credential: Credential;
  isWatched: (itemId: string) => boolean;
  changed: (itemId: string) => void;
  /** Watched items that changed, until it was asked whether the watcher can see them. They stay while the database is away. */
  untold: Set<string>;
}

export function createItemFilter({ store, registry, clock, report }: ItemFilterOptions): ItemFilter {
  const feed = createFeed({ store, report });
  const watchers = new Set<Watcher>();
  // One watcher after the other: a process with many of them must not ask about all at once.
  const telling = createCoalescedTask({ run: tell, report });

  async function tell(): Promise<void> {
    for (const watcher of watchers) {
      for (const itemId of watcher.untold) {
        const isSeen = await canSee(watcher, itemId);
        watcher.untold.delete(itemId);
        if (isSeen && watchers.has(watcher) && watcher.isWatched(itemId)) watcher.changed(itemId);
      }
    }
  }

  /** Changes of a hidden item must not tell that it exists (D5). */
  async function canSee({ credential }: Watcher, itemId: string): Promise<boolean> {
    try {
      return await store.read(() => isVisible(credential, itemId));
    } catch (error) {
      if (error instanceof GatewayError) return false;
      throw error;
    }
  }

  function* isVisible(credential: Credential, itemId: string): Op<boolean> {
    const caller = yield* findCaller(store, credential, clock());
    const item = yield* store.items.visible(viewerOf(caller), 'any', itemId);
    return item !== undefined && registry.allows(caller, readingTool[item.type]);
  }

  return {
    async watch(credential, isWatched, changed) {
      const { orgId } = await store.read(() => findCaller(store, credential, clock()));
      const watcher: Watcher = { credential, isWatched, changed, untold: new Set() };
      const leave = await feed.watch(
        { rows: { orgId, outcome: 'ok' }, notices: 'changes' },
        {
          begin: () => void watchers.add(watcher),
          receive(rows) {
            for (const { itemId } of changesIn(registry, rows)) if (itemId !== null && isWatched(itemId)) watcher.untold.add(itemId);
            if (watcher.untold.size > 0) telling.trigger();
          },
        },
      );
      return async () => {
        watchers.delete(watcher);
        await leave();
      };
    },
  };
}
