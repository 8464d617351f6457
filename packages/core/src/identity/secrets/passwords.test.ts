import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

describe('createPasswordHasher', () => {
  const passwords = createPasswordHasher();

  it('verifies a password against its hash, which differs each time (D38)', async () => {
    const [first, second] = [await passwords.hash('correct horse', undefined), await passwords.hash('correct horse', undefined)];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await passwords.verify('correct horse', first, undefined)).toBe(true);
    expect(await passwords.verify('correct horse ', first, undefined)).toBe(false);
  });

  it('verifies a password hashed by another program with other parameters', async () => {
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verify('password', stored, undefined)).toBe(true);
    expect(await passwords.verify('passwort', stored, undefined)).toBe(false);
  });

  it('treats differently composed letters as equal', async () => {
    const stored = await passwords.hash('schl\u00fcssel', undefined);
    expect(await passwords.verify('schlu\u0308ssel', stored, undefined)).toBe(true);
  });

  it('accepts no password if none is stored', async () => {
    expect(await passwords.verify('', undefined, undefined)).toBe(false);
    expect(await passwords.verify('correct horse', null, undefined)).toBe(false);
  });

  it('hashes two at once, lets sixteen wait, and refuses more (D41)', async () => {
    const bounded = createPasswordHasher();
    const hashes = Array.from({ length: 18 }, () => bounded.hash('x', undefined));
    await expect(bounded.hash('x', undefined)).rejects.toMatchObject({ status: 503, reason: 'overloaded', retryAfterSeconds: 1 });
    await Promise.all(hashes);
    expect(await bounded.hash('x', undefined)).toMatch(/^\$argon2id/);
  });

  it('serves the longest wait first', async () => {
    // Runs one at a time: parallel hashes can end in another order than they began.
    const bounded = createPasswordHasher({ atOnce: 1 });
    const order: number[] = [];
    await Promise.all([0, 1, 2, 3, 4].map((number) => bounded.hash('x', undefined).then(() => order.push(number))));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives one address a quarter of the waiting places, and the rest to others', async () => {
    const bounded = createPasswordHasher();
    const one = Array.from({ length: 6 }, () => bounded.hash('x', '192.0.2.1'));
    await expect(bounded.hash('x', '192.0.2.1')).rejects.toMatchObject({ reason: 'overloaded' });
    await Promise.all([...one, bounded.hash('x', '192.0.2.2')]);
  });

  it('frees its place after a failure', async () => {
    const bounded = createPasswordHasher({ atOnce: 1, waiting: 1 });
    await expect(bounded.verify('x', 'no hash', undefined)).rejects.toThrow('an unknown format');
    expect(await bounded.hash('x', undefined)).toMatch(/^\$argon2id/);
  });
});
