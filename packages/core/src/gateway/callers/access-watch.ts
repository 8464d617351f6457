import { staysWithin } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';
import type { Caller, Credential } from '../../kernel/context/context.ts';
import { levelOf } from '../../kernel/context/key-level.ts';
import { GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { findCaller } from './caller.ts';

/** Notifies long-lived streams when their key or session is revoked or expires, in any process. */
export interface AccessWatch {
  /**
   * Calls `lost` once with the reason, as soon as the credential is invalid: key revoked or expired, session ended, person removed. A
   * session is also lost when its person gets another role or leaves a group, because its page shows what they allow (D39, D77). Calls `changed` when the
   * limits of a key change (D49.6), its person joins or leaves a group (D77), agents become read-only or stop being so (D85), or the direct tools in its list change (D76), with true
   * if the key sees less now. Without `changed`, such a key is lost. Resolves with a function that stops watching, and resolves after the last
   * check. Rejects with `unauthorized` or `forbidden` if the credential is invalid now.
   */
  watch(credential: Credential, lost: (error: GatewayError) => void, changed?: (isNarrower: boolean) => void): Promise<() => Promise<void>>;
}

export interface AccessWatchOptions {
  store: Store;
  clock: () => number;
  report: (error: unknown) => void;
  /** Lists the tools of a caller. Without it, changes of direct tools are not noticed. */
  listTools?: (caller: Caller) => Promise<readonly object[]>;
}

const lossCodes: ReadonlySet<string> = new Set(['unauthorized', 'forbidden']);
/** Timers wait for 24 days at most. */
const maxTimerMs = 2 ** 31 - 1;

/** A caller, and the groups of its person, with the time at which each ends for them. */
type Found = Caller & { groups: ReadonlyMap<string, number | null> };

export function createAccessWatch({ store, clock, report, listTools }: AccessWatchOptions): AccessWatch {
  async function find(credential: Credential): Promise<Found> {
    const now = clock();
    const found = await store.read(function* () {
      const caller = yield* findCaller(store, credential, now);
      const groups = caller.personId === null ? [] : yield* store.groups.ofPerson(caller.orgId, caller.personId, Math.floor(now));
      return { ...caller, groups: new Map(groups.map(({ groupId, expiresAt }) => [groupId, expiresAt])) };
    });
    if (found.type === 'visitor') throw unauthorized('this session has ended; sign in again');
    return found;
  }

  /** Tools that a key with direct tools lists, as a text to compare. Empty for other callers. */
  async function listOf(caller: Caller): Promise<string> {
    return listTools && caller.key?.directTools?.length ? JSON.stringify(await listTools(caller)) : '';
  }

  return {
    async watch(credential, lost, changed) {
      const first = await find(credential);
      const { personId, key, session, role } = first;
      let list = await listOf(first);
      let limits = key?.limits ?? null;
      let access = key && levelOf(key);
      let { groups } = first;
      let expiresAt: number | null = null;
      let expiry: NodeJS.Timeout | undefined;
      let isOver = false;
      const checking = createCoalescedTask({ run: check, report });
      const waits = [key?.id, key?.orgId, personId, session?.id, session?.accountId].flatMap((id) =>
        id ? store.notices.subscribe('access', id, checking.trigger) : [],
      );

      function stop(): Promise<void> {
        isOver = true;
        for (const stopWaiting of waits.splice(0)) stopWaiting();
        clearTimeout(expiry);
        return checking.stop();
      }

      /** Rejects with `unauthorized` when the credential becomes invalid. */
      async function look(): Promise<void> {
        const found = await find(credential);
        if (session && found.role !== role) throw unauthorized('your role has changed; open this stream again');
        await noteLimits(found);
        noteGroups(found);
        const ends = [found.tokenExpiresAt ?? found.key?.expiresAt ?? found.session?.expiresAt, ...groups.values()];
        expiresAt = ends.reduce<number | null>((soonest, at) => (at == null ? soonest : Math.min(soonest ?? at, at)), null);
      }

      function noteGroups({ groups: groupsNow }: Found): void {
        const isNarrower = [...groups.keys()].some((id) => !groupsNow.has(id));
        const isOther = isNarrower || groupsNow.size !== groups.size;
        groups = groupsNow;
        if (isOther && !isOver) changed?.(isNarrower);
        if (isNarrower && !changed) throw unauthorized('you have left a group; open this stream again');
      }

      async function noteLimits(found: Caller): Promise<void> {
        const { key: now } = found;
        const listNow = await listOf(found);
        const limitsNow = now?.limits ?? null;
        const isNarrower = !staysWithin(limits, limitsNow);
        const isOther = isNarrower || !staysWithin(limitsNow, limits) || access !== (now && levelOf(now)) || list !== listNow;
        limits = limitsNow;
        list = listNow;
        access = now && levelOf(now);
        if (isOther && !isOver) changed?.(isNarrower);
        if (isNarrower && !changed) throw unauthorized('the limits of this key were narrowed; open this stream again');
      }

      async function check(): Promise<void> {
        try {
          await look();
          if (!isOver) waitForExpiry();
        } catch (error) {
          if (!(error instanceof GatewayError && lossCodes.has(error.code))) throw error;
          // A watcher that stopped during this query gets no notice.
          if (isOver) return;
          // This check is the last one, so it cannot wait for its own end.
          void stop();
          lost(error);
        }
      }

      /** No notice reports an expiry: it is known from the start, and read again after a rotation. */
      function waitForExpiry(): void {
        clearTimeout(expiry);
        if (expiresAt === null) return;
        const left = expiresAt - clock();
        if (left <= 0) checking.trigger();
        else expiry = setTimeout(waitForExpiry, Math.min(left, maxTimerMs)).unref();
      }

      try {
        // Looks again: it may have been revoked before this watch began.
        await look();
      } catch (error) {
        await stop();
        throw error;
      }
      waitForExpiry();
      return stop;
    },
  };
}
