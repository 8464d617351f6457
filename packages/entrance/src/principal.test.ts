import { describe, expect, it } from 'vitest';
import { createPrincipalQuotas } from './principal.ts';

describe('shares of keys and addresses', () => {
  it('limit a key to a quarter, across all addresses', () => {
    const shares = createPrincipalQuotas('streams', { places: 8 });
    expect(['a', 'b', 'c'].map((address) => shares.take({ key: 'k', address }, 1))).toEqual([true, true, false]);
    expect(shares.take({ key: 'other', address: 'c' }, 1)).toBe(true);
  });

  it('limit an address to a quarter, across all keys', () => {
    const shares = createPrincipalQuotas('streams', { places: 8 });
    expect(['k', 'l', undefined].map((key) => shares.take({ key, address: 'a' }, 1))).toEqual([true, true, false]);
    expect(shares.take({ key: 'k', address: undefined }, 1)).toBe(true);
    expect(shares.taken).toBe(3);
  });

  it('take nothing after a refusal, and are released completely', () => {
    const shares = createPrincipalQuotas('streams', { places: 8 });
    shares.take({ key: 'k', address: 'a' }, 2);
    expect(shares.take({ key: 'l', address: 'a' }, 1)).toBe(false);
    shares.release({ key: 'k', address: 'a' }, 2);
    expect([shares.taken, shares.take({ key: 'l', address: 'a' }, 2), shares.take({ key: 'l', address: 'b' }, 1)]).toEqual([
      0,
      true,
      false,
    ]);
  });
});
