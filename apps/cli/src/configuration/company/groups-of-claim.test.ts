import { describe, expect, it } from 'vitest';
import { groupsOfClaim } from './groups-of-claim.ts';

describe('groupsOfClaim (D77.2)', () => {
  it('reads a list of strings, and one string as a list', () => {
    expect(groupsOfClaim('groups', { groups: ['a', 'b'] })).toEqual({ groups: ['a', 'b'] });
    expect(groupsOfClaim('groups', { groups: [] })).toEqual({ groups: [] });
    expect(groupsOfClaim('https://example.com/roles', { 'https://example.com/roles': 'a' })).toEqual({ groups: ['a'] });
  });

  it.each([
    [{}, /no list of strings in the claim "groups"/],
    [{ groups: { a: true } }, /no list of strings/],
    [{ groups: ['a', 1] }, /no list of strings/],
    [{ _claim_names: { groups: 'src1' } }, /too many groups for the claim "groups"/],
    [{ groups: Array.from({ length: 1001 }, (_, at) => `group ${at}`) }, /more than 1000 groups/],
    [{ groups: ['x'.repeat(201)] }, /more than 200 characters/],
  ])('refuses %j', (claims, fault) => {
    expect(groupsOfClaim('groups', claims)).toEqual({ fault: expect.stringMatching(fault) });
  });
});
