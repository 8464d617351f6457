import { readingTool } from '@gatehouse/domain';
import type { Activity, Op, Store } from '@gatehouse/storage';
import type { Credential } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { findCaller, viewerOf } from '../callers/caller.ts';
import type { Registry } from '../registry/registry.ts';
import { type ChangedSubject, createSubjectsReader, namedSubjects } from './changed-subjects.ts';
import { createFeed } from './feed.ts';
import { changesIn } from './touched.ts';

/** Filters the feed by items: reports changed items to callers who can see and read them at that time. // D49 */
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
  /** Changed watched items, until the store has checked if the watcher can see them. They stay while the database is unavailable. */
  untold: Set<string>;
  /** Calls that may have changed several items, until the history has returned these. */
  several: Set<Activity>;
}

export function createItemFilter({ store, registry, clock, report }: ItemFilterOptions): ItemFilter {
  const feed = createFeed({ store, report });
  const watchers = new Set<Watcher>();
  // Asks for one watcher after the other, so that many watchers do not overload the database.
  const telling = createCoalescedTask({ run: tell, report });

  async function tell(): Promise<void> {
    const subjectsOf = createSubjectsReader(store);
    for (const watcher of watchers) {
      for (const row of watcher.several) {
        note(watcher, await subjectsOf(row));
        watcher.several.delete(row);
      }
      for (const itemId of watcher.untold) {
        const isSeen = await canSee(watcher, itemId);
        watcher.untold.delete(itemId);
        if (isSeen && watchers.has(watcher) && watcher.isWatched(itemId)) watcher.changed(itemId);
      }
    }
  }

  function note({ isWatched, untold }: Watcher, subjects: readonly ChangedSubject[]): void {
    for (const { id } of subjects) if (isWatched(id)) untold.add(id);
  }

  /** Hides changes of hidden items: they would show that the item exists. // D5 */
  async function canSee({ credential }: Watcher, itemId: string): Promise<boolean> {
    try {
      return await store.read(() => isVisible(credential, itemId));
    } catch (error) {
      if (error instanceof GatewayError) return false;
      throw error;
    }
  }

  function* isVisible(credential: Credential, itemId: string): Op<boolean> {
    const now = clock();
    const caller = yield* findCaller(store, credential, now);
    const item = yield* store.items.visible(viewerOf(caller, now), 'any', itemId);
    return item !== undefined && registry.allows(caller, readingTool[item.type]);
  }

  return {
    async watch(credential, isWatched, changed) {
      const { orgId } = await store.read(() => findCaller(store, credential, clock()));
      const watcher: Watcher = { credential, isWatched, changed, untold: new Set(), several: new Set() };
      const leave = await feed.watch(
        { rows: { orgId, outcome: 'ok' }, notices: 'changes' },
        {
          begin: () => void watchers.add(watcher),
          receive(rows) {
            for (const row of changesIn(registry, rows)) {
              const named = namedSubjects(row);
              if (!named) watcher.several.add(row);
              else note(watcher, named);
            }
            if (watcher.untold.size > 0 || watcher.several.size > 0) telling.trigger();
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
