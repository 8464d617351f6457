import { maxSessionIdleMs } from './lifetimes.ts';

export type KeyFault = 'unknown' | 'revoked' | 'expired';

/**
 * Reason why an existing key does not work at this moment. Undefined if it works. The SQL statement that admits calls on Postgres
 * (`storage/src/engines/postgres/limits/admissions.ts`) repeats this rule, and a test compares the two.
 */
export function keyFault(key: { revokedAt: number | null; expiresAt: number | null }, now: number): KeyFault | undefined {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : undefined;
}

export type SessionFault = 'unknown' | 'ended' | 'expired';

/** Reason why an existing session does not work at this moment. Undefined if it works. */
export function sessionFault(
  session: { endedAt: number | null; expiresAt: number; seenAt: number },
  now: number,
): SessionFault | undefined {
  if (session.endedAt !== null) return 'ended';
  return session.expiresAt <= now || session.seenAt + maxSessionIdleMs <= now ? 'expired' : undefined;
}
