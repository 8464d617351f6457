import { keyFault, sessionFault } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { ask, runSync } from '../kernel/ops.ts';
import { admissionInSteps, type Slot, useNotedEveryMs } from './admission.ts';
import type { KeyOfPerson } from './identity/keys.ts';

const now = Date.UTC(2026, 0, 1);
const limit = { calls: 2, windowMs: 60_000 };

describe('a key at an instant', () => {
  it.each([
    { revokedAt: null, expiresAt: null, fault: undefined },
    { revokedAt: null, expiresAt: now + 1, fault: undefined },
    { revokedAt: null, expiresAt: now, fault: 'expired' },
    { revokedAt: null, expiresAt: now - 1, fault: 'expired' },
    { revokedAt: now - 1, expiresAt: null, fault: 'revoked' },
    { revokedAt: now - 1, expiresAt: now - 1, fault: 'revoked' },
  ])('revoked at $revokedAt, ending at $expiresAt: $fault', ({ fault, ...key }) => {
    expect(keyFault(key, now)).toBe(fault);
  });
});

describe('a session at an instant (D39)', () => {
  const weekMs = 7 * 24 * 60 * 60 * 1000;
  const good = { endedAt: null, expiresAt: now + 1, seenAt: now - weekMs + 1 };

  it.each([
    { change: {}, fault: undefined },
    { change: { endedAt: now }, fault: 'ended' },
    { change: { endedAt: now - 1, expiresAt: now }, fault: 'ended' },
    { change: { expiresAt: now }, fault: 'expired' },
    { change: { seenAt: now - weekMs }, fault: 'expired' },
  ])('that is valid except for $change: $fault', ({ change, fault }) => {
    expect(sessionFault({ ...good, ...change }, now)).toBe(fault);
  });
});

describe('an admission in steps', () => {
  /** Creates admissions with or without room in the limit, and records their requests to the store. */
  function createAdmissions({ key, isAdmitted = true }: { key?: Partial<KeyOfPerson> | undefined; isAdmitted?: boolean }) {
    const asked: string[] = [];
    const slot: Slot = isAdmitted ? { admitted: true, remaining: 1, resetMs: 1 } : { admitted: false, waitMs: 1 };
    const found = key && ({ id: 'key_1', orgId: 'org_1', revokedAt: null, expiresAt: null, ...key } as KeyOfPerson);
    const admissions = admissionInSteps(
      {
        findByHash: () => ask(() => found),
        noteUse: (orgId, id, at) => ask(() => void asked.push(`note ${orgId} ${id} ${at}`)),
      },
      { noteSeen: (id, at) => ask(() => void asked.push(`seen ${id} ${at}`)) },
      (id) =>
        ask(() => {
          asked.push(`slot ${id}`);
          return slot;
        }),
    );
    return { ...admissions, asked };
  }

  function takeKey(key: Partial<KeyOfPerson> | undefined, isAdmitted = true) {
    const { take, asked } = createAdmissions({ key, isAdmitted });
    const admission = runSync(take(Buffer.alloc(32), limit, now));
    return { found: admission.key?.id, admitted: admission.slot?.admitted, asked };
  }

  function takeSession(seenAt: number, isAdmitted = true) {
    const { takeForSession, asked } = createAdmissions({ isAdmitted });
    return { admitted: runSync(takeForSession({ id: 'session_1', seenAt }, limit, now)).admitted, asked };
  }

  it('takes no call for an unknown or invalid key, and names the key', () => {
    expect(takeKey(undefined)).toEqual({ found: undefined, admitted: undefined, asked: [] });
    expect(takeKey({ revokedAt: now })).toEqual({ found: 'key_1', admitted: undefined, asked: [] });
  });

  it.each([
    { lastUsedAt: null, isNoted: true },
    { lastUsedAt: now - useNotedEveryMs, isNoted: true },
    { lastUsedAt: now - useNotedEveryMs + 1, isNoted: false },
    { lastUsedAt: now, isNoted: false },
  ])('records the use of a key to the minute: last used at $lastUsedAt, noted $isNoted', ({ lastUsedAt, isNoted }) => {
    const noted = isNoted ? [`note org_1 key_1 ${now}`] : [];
    expect(takeKey({ lastUsedAt })).toEqual({ found: 'key_1', admitted: true, asked: ['slot key_1', ...noted] });
  });

  it.each([
    { seenAt: now - useNotedEveryMs, isNoted: true },
    { seenAt: now - useNotedEveryMs + 1, isNoted: false },
  ])('records the use of a session to the minute (D39): seen at $seenAt, noted $isNoted', ({ seenAt, isNoted }) => {
    const noted = isNoted ? [`seen session_1 ${now}`] : [];
    expect(takeSession(seenAt)).toEqual({ admitted: true, asked: ['slot session_1', ...noted] });
  });

  it('records no use for a refused call', () => {
    expect(takeKey({ lastUsedAt: null }, false)).toEqual({ found: 'key_1', admitted: false, asked: ['slot key_1'] });
    expect(takeSession(0, false)).toEqual({ admitted: false, asked: ['slot session_1'] });
  });
});
