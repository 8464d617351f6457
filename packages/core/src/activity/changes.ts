import type { Op, Store } from '@gatehouse/storage';
import { findCaller, viewerOf } from '../caller.ts';
import type { Credential } from '../context.ts';
import { GatewayError } from '../errors.ts';
import type { Registry } from '../registry.ts';
import { type FollowedLog, followLog } from './followed-log.ts';

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

/** Follows the activity log: one query a second for each organization that has watchers, none when nobody watches. */
export function createChangeFeed({ store, registry, clock, report, everyMs = 1000 }: ChangeFeedOptions): ChangeFeed {
  const watchers = new Set<Watcher>();
  const logs = new Map<string, FollowedLog>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const [orgId, log] of logs) await lookAt(orgId, log);
    } catch (error) {
      report(error);
    } finally {
      isLooking = false;
    }
  }

  async function lookAt(orgId: string, log: FollowedLog): Promise<void> {
    for (const itemId of await changedItems(log)) {
      for (const watcher of watchers) {
        if (watcher.orgId === orgId && watcher.isWatched(itemId) && (await maySee(watcher, itemId))) watcher.changed(itemId);
      }
    }
  }

  async function changedItems(log: FollowedLog): Promise<Set<string>> {
    const rows = await store.read(() => log.news());
    const changes = rows.filter(({ outcome, tool }) => outcome === 'ok' && registry.find(tool)?.definition.access === 'write');
    return new Set(changes.flatMap(({ itemId }) => itemId ?? []));
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

  function stopFollowing(orgId: string): void {
    if (![...watchers].some((watcher) => watcher.orgId === orgId)) logs.delete(orgId);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    async watch(credential, isWatched, changed) {
      const { orgId } = await store.read(() => findCaller(store, credential, clock()));
      const log = await store.read(() => followLog(store, orgId));
      const watcher = { orgId, credential, isWatched, changed };
      if (!logs.has(orgId)) logs.set(orgId, log);
      watchers.add(watcher);
      timer ??= setInterval(() => void look(), everyMs).unref();
      return () => {
        watchers.delete(watcher);
        stopFollowing(orgId);
      };
    },
  };
}
