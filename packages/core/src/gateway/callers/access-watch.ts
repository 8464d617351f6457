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
   * session is also lost when its person gets another role, because its page shows what the role allows (D39). Calls `changed` when the
   * limits of a key change (D49.6) or agents become read-only or stop being so (D85), with true if the key sees less now. Without
   * `changed`, such a key is lost. Resolves with a function that stops watching. Rejects with `unauthorized` or `forbidden` if the
   * credential is invalid now.
   */
  watch(credential: Credential, lost: (error: GatewayError) => void, changed?: (isNarrower: boolean) => void): Promise<() => void>;
}

export interface AccessWatchOptions {
  store: Store;
  clock: () => number;
  report: (error: unknown) => void;
}

const lossCodes: ReadonlySet<string> = new Set(['unauthorized', 'forbidden']);
/** Timers wait for 24 days at most. */
const maxTimerMs = 2 ** 31 - 1;

export function createAccessWatch({ store, clock, report }: AccessWatchOptions): AccessWatch {
  async function find(credential: Credential): Promise<Caller> {
    const caller = await store.read(() => findCaller(store, credential, clock()));
    if (caller.type === 'visitor') throw unauthorized('this session is over; sign in again');
    return caller;
  }

  return {
    async watch(credential, lost, changed) {
      const { personId, key, session, role } = await find(credential);
      let limits = key?.limits ?? null;
      let access = key && levelOf(key);
      let expiresAt: number | null = null;
      let expiry: NodeJS.Timeout | undefined;
      let isOver = false;
      const checking = createCoalescedTask({ run: check, report });
      const waits = [key?.id, key?.orgId, personId, session?.id, session?.accountId].flatMap((id) =>
        id ? store.notices.subscribe('access', id, checking.trigger) : [],
      );

      function stop(): void {
        if (isOver) return;
        isOver = true;
        for (const stopWaiting of waits) stopWaiting();
        clearTimeout(expiry);
        void checking.stop();
      }

      /** Rejects with `unauthorized` when the credential becomes invalid. */
      async function look(): Promise<void> {
        const found = await find(credential);
        if (session && found.role !== role) throw unauthorized('your role was changed; open this again');
        noteLimits(found);
        expiresAt = found.tokenExpiresAt ?? found.key?.expiresAt ?? found.session?.expiresAt ?? null;
      }

      function noteLimits({ key: now }: Caller): void {
        const limitsNow = now?.limits ?? null;
        const isNarrower = !staysWithin(limits, limitsNow);
        const isOther = isNarrower || !staysWithin(limitsNow, limits) || access !== (now && levelOf(now));
        limits = limitsNow;
        access = now && levelOf(now);
        if (isOther && !isOver) changed?.(isNarrower);
        if (isNarrower && !changed) throw unauthorized('the limits of this key were narrowed; open this again');
      }

      async function check(): Promise<void> {
        try {
          await look();
          if (!isOver) waitForExpiry();
        } catch (error) {
          if (!(error instanceof GatewayError && lossCodes.has(error.code))) throw error;
          // A watcher that stopped during this query gets no notice.
          if (isOver) return;
          stop();
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
        stop();
        throw error;
      }
      waitForExpiry();
      return stop;
    },
  };
}
