import type { Op, Store } from '@gatehouse/storage';
import { findCaller, viewerOf } from '../caller.ts';
import type { Credential } from '../context.ts';
import { GatewayError } from '../errors.ts';
import type { Registry } from '../registry.ts';

/** Tells of items that changed through any entrance and any process, to those who may see them at that instant. */
export interface ChangeFeed {
  /**
   * Calls `changed` with the id of each watched item after it changed. Resolves when watching has begun, with what ends it;
   * rejects with `unauthorized`.
   */
  watch(credential: Credential, isWatched: (itemId: string) => boolean, changed: (itemId: string) => void): Promise<() => void>;
}

export interface ChangeFeedOptions {
  store: Store;
  registry: Registry;
  clock: () => number;
  report: (error: unknown) => void;
  everyMs?: number;
}

interface Watcher {
  orgId: string;
  credential: Credential;
  isWatched: (itemId: string) => boolean;
  changed: (itemId: string) => void;
}

const rowsPerQuery = 1000;

/** Follows the activity log: one query a second for each organization that has watchers, none when nobody watches. */
export function createChangeFeed({ store, registry, clock, report, everyMs = 1000 }: ChangeFeedOptions): ChangeFeed {
  const watchers = new Set<Watcher>();
  const lastSeen = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const orgId of new Set([...watchers].map((watcher) => watcher.orgId))) await lookAt(orgId);
    } catch (error) {
      report(error);
    } finally {
      isLooking = false;
    }
  }

  async function lookAt(orgId: string): Promise<void> {
    for (const itemId of await changedSince(orgId)) {
      for (const watcher of watchers) {
        if (watcher.orgId === orgId && watcher.isWatched(itemId) && (await maySee(watcher, itemId))) watcher.changed(itemId);
      }
    }
  }

  async function changedSince(orgId: string): Promise<Set<string>> {
    const changed = new Set<string>();
    for (;;) {
      const rows = await store.read(() => store.activity.list({ orgId, afterId: lastSeen.get(orgId) ?? 0, limit: rowsPerQuery }));
      for (const { id, tool, outcome, itemId } of rows) {
        lastSeen.set(orgId, id);
        if (outcome === 'ok' && itemId !== null && registry.find(tool)?.definition.access === 'write') changed.add(itemId);
      }
      if (rows.length < rowsPerQuery) return changed;
    }
  }

  /** What somebody may not see must not tell by its changes that it exists (D5). */
  async function maySee({ credential }: Watcher, itemId: string): Promise<boolean> {
    try {
      return await store.read(() => isVisible(credential, itemId));
    } catch (error) {
      if (error instanceof GatewayError) return false;
      throw error;
    }
  }

  function* isVisible(credential: Credential, itemId: string): Op<boolean> {
    const caller = yield* findCaller(store, credential, clock());
    return (yield* store.items.visible(viewerOf(caller), 'any', itemId)) !== undefined;
  }

  function* newestRow(orgId: string): Op<number> {
    const [newest] = yield* store.activity.list({ orgId, limit: 1 });
    return newest?.id ?? 0;
  }

  return {
    async watch(credential, isWatched, changed) {
      const { orgId } = await store.read(() => findCaller(store, credential, clock()));
      const newest = await store.read(() => newestRow(orgId));
      const watcher = { orgId, credential, isWatched, changed };
      if (![...watchers].some((other) => other.orgId === orgId)) lastSeen.set(orgId, newest);
      watchers.add(watcher);
      timer ??= setInterval(() => void look(), everyMs).unref();
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
