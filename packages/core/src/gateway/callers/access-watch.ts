import type { Store } from '@gatehouse/storage';
import type { Caller, Credential } from '../../kernel/context/context.ts';
import { GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { createCoalescedTask } from '../../kernel/timing/coalesced-task.ts';
import { findCaller } from './caller.ts';

/** Tells whoever keeps something open for a key or a session when that is good no more, in whichever process it was revoked or ended. */
export interface AccessWatch {
  /**
   * Calls `lost` once with what is wrong, as soon as the credential is good no more: its key revoked or expired, its session ended or over, its
   * person removed; a session also when its person got another role, for its page shows what the role allows (D39). Resolves when watching
   * has begun, with what ends it; rejects with `unauthorized` or `forbidden` when it is not good now.
   */
  watch(credential: Credential, lost: (error: GatewayError) => void): Promise<() => void>;
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
    async watch(credential, lost) {
      const { personId, key, session, role } = await find(credential);
      let expiresAt: number | null = null;
      let expiry: NodeJS.Timeout | undefined;
      let isOver = false;
      const checking = createCoalescedTask({ run: check, report });
      const waits = [key?.id, personId, session?.id, session?.accountId].flatMap((id) =>
        id ? store.notices.subscribe('access', id, checking.trigger) : [],
      );

      function stop(): void {
        if (isOver) return;
        isOver = true;
        for (const stopWaiting of waits) stopWaiting();
        clearTimeout(expiry);
        void checking.stop();
      }

      /** Rejects with `unauthorized` when the credential is good no more. */
      async function look(): Promise<void> {
        const found = await find(credential);
        if (session && found.role !== role) throw unauthorized('your role was changed; open this again');
        expiresAt = found.tokenExpiresAt ?? found.key?.expiresAt ?? found.session?.expiresAt ?? null;
      }

      async function check(): Promise<void> {
        try {
          await look();
          if (!isOver) waitForExpiry();
        } catch (error) {
          if (!(error instanceof GatewayError && lossCodes.has(error.code))) throw error;
          // Whoever stopped while this was asked wants to hear nothing more.
          if (isOver) return;
          stop();
          lost(error);
        }
      }

      /** Of its expiry nobody tells: it is known from the beginning, and anew when the key was rotated. */
      function waitForExpiry(): void {
        clearTimeout(expiry);
        if (expiresAt === null) return;
        const left = expiresAt - clock();
        if (left <= 0) checking.trigger();
        else expiry = setTimeout(waitForExpiry, Math.min(left, maxTimerMs)).unref();
      }

      try {
        // Again: it may have been revoked before anybody here waited for that.
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
