import { keyFault, minuteMs } from '@gatehouse/domain';
import type { Op } from '../kernel/ops.ts';
import type { KeyOfPerson, KeyQueries } from './identity/keys.ts';
import type { Session, SessionQueries } from './identity/sessions.ts';

/** Decision of the limit about one more call (D13). Times in milliseconds. */
export type Slot = { admitted: true; remaining: number; resetMs: number } | { admitted: false; waitMs: number };

/** Interval for noting the use of a key: noting each call would add a second write to every read. */
export const useNotedEveryMs = minuteMs;

/** First facts about a call, before anything more is read: its key, and its slot within the limit. */
export interface Admission {
  /** Undefined if the key does not exist, or its person left. */
  key: KeyOfPerson | undefined;
  /** Undefined if the key is not valid: no call is taken. */
  slot: Slot | undefined;
}

/** Number of calls that one key or one session may make in a time window. */
export interface CallLimit {
  calls: number;
  windowMs: number;
}

export interface Admissions {
  /**
   * Finds the key with this SHA-256. If it is valid at `now`, takes one call of its limit (D10, D12, D13). An admitted call notes the key's
   * use.
   */
  take(hash: Buffer, limit: CallLimit, now: number): Op<Admission>;
  /** Takes one call of a valid session. An admitted call notes the session's use (D39). */
  takeForSession(session: Pick<Session, 'id' | 'seenAt'>, limit: CallLimit, now: number): Op<Slot>;
}

export type TakeSlot = (id: string, limit: CallLimit, now: number) => Op<Slot>;

/** Admission as several steps, for an engine on which a step costs next to nothing. */
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
