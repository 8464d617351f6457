import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

describe('createPasswordHasher', () => {
  const passwords = createPasswordHasher();

  it('knows a password again by what is stored of it, which is never the same twice (D38)', async () => {
    const [first, second] = [await passwords.hash('correct horse', undefined), await passwords.hash('correct horse', undefined)];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await passwords.verify('correct horse', first, undefined)).toBe(true);
    expect(await passwords.verify('correct horse ', first, undefined)).toBe(false);
  });

  it('knows one that was hashed by another program with other parameters', async () => {
    const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.verify('password', stored, undefined)).toBe(true);
    expect(await passwords.verify('passwort', stored, undefined)).toBe(false);
  });

  it('takes letters that are composed in another way for the same', async () => {
    const stored = await passwords.hash('schl\u00fcssel', undefined);
    expect(await passwords.verify('schlu\u0308ssel', stored, undefined)).toBe(true);
  });

  it('finds no password right where none is stored', async () => {
    expect(await passwords.verify('', undefined, undefined)).toBe(false);
    expect(await passwords.verify('correct horse', null, undefined)).toBe(false);
  });

  it('does two at once, lets sixteen wait, and refuses what is beyond (D41)', async () => {
    const bounded = createPasswordHasher();
    const hashes = Array.from({ length: 18 }, () => bounded.hash('x', undefined));
    await expect(bounded.hash('x', undefined)).rejects.toMatchObject({ status: 503, reason: 'overloaded', retryAfterSeconds: 1 });
    await Promise.all(hashes);
    expect(await bounded.hash('x', undefined)).toMatch(/^\$argon2id/);
  });

  it('lets whoever waits longest go first', async () => {
    // Of several at once, one that the machine gives no time to ends behind others that began after it.
    const bounded = createPasswordHasher({ atOnce: 1 });
    const order: number[] = [];
    await Promise.all([0, 1, 2, 3, 4].map((number) => bounded.hash('x', undefined).then(() => order.push(number))));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it('gives one address a quarter of the places to wait, and the rest to others', async () => {
    const bounded = createPasswordHasher();
    const one = Array.from({ length: 6 }, () => bounded.hash('x', '192.0.2.1'));
    await expect(bounded.hash('x', '192.0.2.1')).rejects.toMatchObject({ reason: 'overloaded' });
    await Promise.all([...one, bounded.hash('x', '192.0.2.2')]);
  });

  it('gives its place back when it fails', async () => {
    const bounded = createPasswordHasher({ atOnce: 1, waiting: 1 });
    await expect(bounded.verify('x', 'no hash', undefined)).rejects.toThrow('a form that is not known');
    expect(await bounded.hash('x', undefined)).toMatch(/^\$argon2id/);
  });
});
