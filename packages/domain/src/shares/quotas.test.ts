import { describe, expect, it } from 'vitest';
import { createQuotas } from './quotas.ts';

describe('shares', () => {
  it('give a holder at most a quarter', () => {
    const shares = createQuotas('bodies', { places: 100 });
    expect([shares.take('a', 20), shares.take('a', 6), shares.take('a', 5), shares.take('a', 1)]).toEqual([true, false, true, false]);
    expect(shares.taken).toBe(25);
  });

  it('leave a quarter free when three holders have taken their maximum', () => {
    const shares = createQuotas('bodies', { places: 100 });
    for (const holder of ['a', 'b', 'c']) expect(shares.take(holder, 25)).toBe(true);
    expect([shares.take('d', 25), shares.take('e', 1)]).toEqual([true, false]);
  });

  it('use `perHolder` instead of a quarter if it is given', () => {
    const shares = createQuotas('bodies', { places: 10, perHolder: 1 });
    expect([shares.take('a', 1), shares.take('a', 1), shares.take('b', 1)]).toEqual([true, false, true]);
  });

  it('keep places for holders with few, when many holders together have taken all others', () => {
    const shares = createQuotas('bodies', { places: 8, perHolder: 2, reserve: { places: 3, perHolder: 1 } });
    for (const holder of ['a', 'b', 'c', 'd']) expect(shares.take(holder, 2)).toBe(true);
    expect([shares.take('a', 1), shares.take(undefined, 1), shares.take('e', 1), shares.take('e', 1)]).toEqual([false, false, true, false]);
    expect([shares.take('f', 1), shares.take('g', 1), shares.take('h', 1), shares.taken]).toEqual([true, true, false, 11]);
  });

  it('make released places available again', () => {
    const shares = createQuotas('bodies', { places: 8 });
    shares.take('a', 2);
    shares.release('a', 1);
    expect([shares.take('a', 1), shares.take('a', 1), shares.taken]).toEqual([true, false, 2]);
  });

  it('count amounts taken without a holder only toward the total', () => {
    const shares = createQuotas('bodies', { places: 100 });
    expect([shares.take(undefined, 99), shares.take('a', 2), shares.take('a', 1)]).toEqual([true, false, true]);
    shares.release(undefined, 99);
    expect(shares.taken).toBe(1);
  });

  it('remember a holder with places among a hundred thousand holders without any', () => {
    const shares = createQuotas('bodies', { places: 100 });
    shares.take('a', 25);
    for (let other = 0; other < 100_000; other++) {
      shares.take(`${other}`, 1);
      shares.release(`${other}`, 1);
    }
    expect([shares.take('a', 1), shares.taken]).toEqual([false, 25]);
    shares.release('a', 25);
    expect([shares.take('a', 25), shares.taken]).toEqual([true, 25]);
  });
});
