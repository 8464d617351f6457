import { readingTool } from '@gatehouse/domain';
import type { FollowedLog, Op, Store } from '@gatehouse/storage';
import type { Credential } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { findCaller, viewerOf } from '../callers/caller.ts';
import type { Registry } from '../registry/registry.ts';

/** Tells of items that changed through any entrance and any process, to those who may see and read them at that instant (D49). */
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
}

interface Watcher {
  credential: Credential;
  isWatched: (itemId: string) => boolean;
  changed: (itemId: string) => void;
}

/** The watchers of one organization, who share one look into its log. */
interface Watched {
  log: FollowedLog;
  /** Items that changed and of which not everybody who may know was told: the database was away in between. */
  untold: Set<string>;
  watchers: Set<Watcher>;
  stopWaiting: () => void;
}

/** So that many changes at once are one look. */
const restMs = 50;

/** Follows the activity log of each organization that has watchers, and asks for nothing while nobody changes anything. */
export function createChangeFeed({ store, registry, clock, report }: ChangeFeedOptions): ChangeFeed {
  const watched = new Map<string, Watched>();
  const changedOrgs = new Set<string>();
  // One organization after the other: a process with many of them must not ask about all at once.
  const looking = createCoalescedTask({ run: look, report, restMs });

  async function look(): Promise<void> {
    for (const orgId of changedOrgs) {
      changedOrgs.delete(orgId);
      await lookAt(watched.get(orgId)).catch(report);
    }
  }

  async function lookAt(organization: Watched | undefined): Promise<void> {
    if (!organization) return;
    const { log, untold, watchers } = organization;
    for (const itemId of await changedItems(log)) untold.add(itemId);
    for (const itemId of untold) {
      for (const watcher of watchers) {
        if (watcher.isWatched(itemId) && (await maySee(watcher, itemId))) watcher.changed(itemId);
      }
      untold.delete(itemId);
    }
  }

  async function changedItems(log: FollowedLog): Promise<Set<string>> {
    const rows = await store.read(() => log.news());
    const changes = rows.filter(({ tool }) => registry.find(tool)?.definition.access === 'write');
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
    const item = yield* store.items.visible(viewerOf(caller), 'any', itemId);
    return item !== undefined && registry.allows(caller, readingTool[item.type]);
  }

  function lookSoon(orgId: string): void {
    changedOrgs.add(orgId);
    looking.trigger();
  }

  return {
    async watch(credential, isWatched, changed) {
      const { orgId } = await store.read(() => findCaller(store, credential, clock()));
      const log = watched.get(orgId)?.log ?? (await store.read(() => store.activity.follow({ orgId, outcome: 'ok' })));
      const watcher = { credential, isWatched, changed };
      const organization = watched.get(orgId) ?? {
        log,
        untold: new Set(),
        watchers: new Set(),
        stopWaiting: store.notices.subscribe('changes', orgId, () => lookSoon(orgId)),
      };
      watched.set(orgId, organization);
      organization.watchers.add(watcher);
      lookSoon(orgId);
      return () => {
        organization.watchers.delete(watcher);
        if (organization.watchers.size > 0 || watched.get(orgId) !== organization) return;
        organization.stopWaiting();
        watched.delete(orgId);
      };
    },
  };
}
