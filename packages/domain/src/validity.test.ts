import { describe, expect, it } from 'vitest';
import { dayMs } from './durations.ts';
import { keyFault, sessionFault } from './validity.ts';

const now = 1_763_600_000_000;

describe('keyFault', () => {
  it('finds no fault in a key that is neither revoked nor expired', () => {
    expect(keyFault({ revokedAt: null, expiresAt: null }, now)).toBeUndefined();
    expect(keyFault({ revokedAt: null, expiresAt: now + 1 }, now)).toBeUndefined();
  });

  it('reports a revoked key as revoked, even if it has also expired', () => {
    expect(keyFault({ revokedAt: now - 1, expiresAt: null }, now)).toBe('revoked');
    expect(keyFault({ revokedAt: now - 1, expiresAt: now - 1 }, now)).toBe('revoked');
  });

  it('reports a key as expired from the named millisecond on', () => {
    expect(keyFault({ revokedAt: null, expiresAt: now }, now)).toBe('expired');
  });
});

describe('sessionFault', () => {
  const session = { endedAt: null, expiresAt: now + dayMs, seenAt: now };

  it('finds no fault in a session in use', () => {
    expect(sessionFault(session, now)).toBeUndefined();
    expect(sessionFault({ ...session, seenAt: now - 7 * dayMs + 1 }, now)).toBeUndefined();
  });

  it('ends a session that was not used for 7 days (D39)', () => {
    expect(sessionFault({ ...session, seenAt: now - 7 * dayMs }, now)).toBe('expired');
  });

  it('ends a session at its own expiry, even in use, and at sign-out', () => {
    expect(sessionFault({ ...session, expiresAt: now }, now)).toBe('expired');
    expect(sessionFault({ ...session, endedAt: now - 1, expiresAt: now }, now)).toBe('ended');
  });
});
