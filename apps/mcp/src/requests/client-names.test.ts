import { describe, expect, it } from 'vitest';
import { createClientNames } from './client-names.ts';

const secret = Buffer.alloc(32, 3);

describe('the session id of a client of the 2025 revisions (D15)', () => {
  it.each([
    { name: 'claude-code', version: '2.1.329' },
    { name: 'Grüße 😀 "x"', version: null },
    { name: 'x', version: '' },
  ])('is read as the same name in every process: %j', (client) => {
    expect(createClientNames(secret).read(createClientNames(secret).sign(client))).toEqual(client);
  });

  it('is printable and short for any client name', () => {
    for (const character of ['x', '\u0001', '"', '\uD800', '😀', 'ﷺ']) {
      const names = createClientNames(secret);
      const id = names.sign({ name: character.repeat(100_000), version: character.repeat(100_000) });
      expect(id).toMatch(/^[\x21-\x7e]{40,1024}$/);
      const shown = character.toWellFormed().replace('\u0001', ' ');
      expect(names.read(id)).toEqual({ name: shown.repeat(100), version: shown.repeat(50) });
    }
  });

  it.each([
    ['nothing', () => undefined],
    ['an empty one', () => ''],
    ['one of somebody else', () => crypto.randomUUID()],
    ['one of another installation', () => createClientNames(Buffer.alloc(32, 4)).sign({ name: 'x', version: '1' })],
    ['another spelling', (id: string) => `${id}=`],
    ['one with a byte changed', (id: string) => `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`],
    ['one that was cut', (id: string) => id.slice(0, -4)],
    ['a very long one', (id: string) => id.repeat(1000)],
  ])('gives no name if it is %s', (_what, change) => {
    const names = createClientNames(secret);
    const id = names.sign({ name: 'known', version: '1' });
    expect(names.read(id)).toEqual({ name: 'known', version: '1' });
    expect(names.read(change(id))).toBeUndefined();
  });

  it('is read again after it has left the cache', () => {
    const names = createClientNames(secret);
    const ids = Array.from({ length: 1200 }, (_, number) => names.sign({ name: `client ${number}`, version: null }));
    for (const times of [1, 2]) ids.forEach((id, number) => expect([times, names.read(id)?.name]).toEqual([times, `client ${number}`]));
  });
});
