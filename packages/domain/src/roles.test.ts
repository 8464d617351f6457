import { describe, expect, it } from 'vitest';
import { actsForAll, mayActFor, mayGiveKeysOf, mayMakeKeysFor, mayManage, ownsOrganization } from './roles.ts';
import { type Role, roles } from './vocabulary.ts';

const actor = (role: Role) => ({ role, personId: 'self' });
const allowed = (may: (role: Role) => boolean) => roles.filter(may);

describe('roles', () => {
  it('let owners and admins act for all, and members for themselves (D12)', () => {
    expect(allowed((role) => actsForAll({ role }))).toEqual(['owner', 'admin']);
    expect(allowed((role) => mayActFor(actor(role), 'other'))).toEqual(['owner', 'admin']);
    expect(allowed((role) => mayActFor(actor(role), 'self'))).toEqual(roles);
    expect(mayActFor({ role: 'owner', personId: null }, 'other')).toBe(true);
  });

  it('let owners manage everyone, and admins everyone except owners (D43)', () => {
    expect(Object.fromEntries(roles.map((role) => [role, allowed((other) => mayManage(role, other))]))).toEqual({
      owner: ['owner', 'admin', 'member'],
      admin: ['admin', 'member'],
      member: [],
    });
  });

  it('reserve changes of the organization itself to owners', () => {
    expect(allowed((role) => ownsOrganization({ role }))).toEqual(['owner']);
  });

  it('let every member give out their own keys, and owners and admins those of people they manage (D43)', () => {
    for (const role of roles) {
      expect(mayGiveKeysOf(actor(role), { id: 'self', role })).toBe(true);
      expect(allowed((other) => mayGiveKeysOf(actor(role), { id: 'other', role: other }))).toEqual(
        allowed((other) => mayManage(role, other)),
      );
    }
  });

  it('let only the person create keys if the person has an account (D43)', () => {
    for (const role of roles) {
      const made = (hasAccount: boolean) => allowed((other) => mayMakeKeysFor(actor(role), { id: 'other', role: other, hasAccount }));
      expect(made(false)).toEqual(allowed((other) => mayManage(role, other)));
      expect(made(true)).toEqual([]);
      expect(mayMakeKeysFor(actor(role), { id: 'self', role, hasAccount: true })).toBe(true);
    }
  });
});
