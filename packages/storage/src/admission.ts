import { keyFault, minuteMs } from '@gatehouse/domain';
import type { Op } from './ops.ts';
import type { KeyOfPerson, KeyQueries } from './repos/identity/keys.ts';
import type { Session, SessionQueries } from './repos/identity/sessions.ts';

/** What the limit said to one more call (D13). Times in milliseconds. */
export type Slot = { admitted: true; remaining: number; resetMs: number } | { admitted: false; waitMs: number };

/** Last use of a key is noted to the minute: noting each call would cost every read a second write. */
export const useNotedEveryMs = minuteMs;

/** What is known of a call before anything else of it is read: whose it is, and whether it is one too many. */
export interface Admission {
  /** Undefined when nobody has this key, or its person left. */
  key: KeyOfPerson | undefined;
  /** Undefined when the key is not good: it has no calls to take. */
  slot: Slot | undefined;
}

/** How many calls in which time one key or one session may make. */
export interface CallLimit {
  calls: number;
  windowMs: number;
}

export interface Admissions {
  /** The key with this SHA-256 and, when it is good at `now`, one of the calls of its limit (D10, D12, D13). Who gets one has the key's use noted. */
  take(hash: Buffer, limit: CallLimit, now: number): Op<Admission>;
  /** One of the calls of a session that was found good. Who gets one has the session's use noted (D39). */
  takeForSession(session: Pick<Session, 'id' | 'seenAt'>, limit: CallLimit, now: number): Op<Slot>;
}

export type TakeSlot = (id: string, limit: CallLimit, now: number) => Op<Slot>;

/** The same in steps, for an engine on which a step costs next to nothing. */
export function admissionInSteps(
  { findByHash, noteUse }: Pick<KeyQueries, 'findByHash' | 'noteUse'>,
  { noteSeen }: Pick<SessionQueries, 'noteSeen'>,
  takeSlot: TakeSlot,
): Admissions {
  return {
    *take(hash, limit, now) {
      const key = yield* findByHash(hash);
      if (!key || keyFault(key, now)) return { key, slot: undefined };
      const slot = yield* takeSlot(key.id, limit, now);
      const isNoted = key.lastUsedAt !== null && now - key.lastUsedAt < useNotedEveryMs;
      if (slot.admitted && !isNoted) yield* noteUse(key.orgId, key.id, now);
      return { key, slot };
    },
    *takeForSession({ id, seenAt }, limit, now) {
      const slot = yield* takeSlot(id, limit, now);
      if (slot.admitted && now - seenAt >= useNotedEveryMs) yield* noteSeen(id, now);
      return slot;
    },
  };
}
