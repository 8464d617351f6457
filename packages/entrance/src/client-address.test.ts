import { describe, expect, it } from 'vitest';
import { createAddressReader, parseProxies } from './client-address.ts';

function addressOf(remoteAddress: string | undefined, forwarded?: string, trusted = ''): string | undefined {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createAddressReader(parseProxies(trusted))({ socket: { remoteAddress }, headers });
}

describe('the address that a request is counted under', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1.2.3.4', '1.2.3.4'],
  ])('is the address of the connection: %s is %s', (peer, address) => {
    expect(addressOf(peer)).toBe(address);
  });

  it.each([undefined, '127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    'is undefined for %s, which does not identify the caller',
    (peer) => {
      expect(addressOf(peer)).toBeUndefined();
      expect(addressOf(peer, '203.0.113.7')).toBeUndefined();
    },
  );

  it('ignores X-Forwarded-For from an untrusted peer', () => {
    expect(addressOf('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
    expect(addressOf('203.0.113.7', '198.51.100.1', '10.0.0.0/8')).toBe('203.0.113.7');
  });

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['6.6.6.6, 198.51.100.1, 10.0.0.9', '198.51.100.1'],
    ['198.51.100.1:5555', '198.51.100.1'],
    ['[2001:db8:1:2::5]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
    ['10.0.0.9', undefined],
    ['198.51.100.1, unknown', undefined],
    ['', undefined],
  ])('is the rightmost untrusted address after a trusted proxy: %j is %s', (forwarded, address) => {
    for (const proxy of ['10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1', '::1'])
      expect(addressOf(proxy, forwarded, '10.0.0.0/8, 127.0.0.1 ::1')).toBe(address);
  });

  it('ignores X-Forwarded-For from untrusted peers and reports them', () => {
    const disbelieved: string[] = [];
    const read = createAddressReader(parseProxies('10.0.0.0/8'), (peer) => disbelieved.push(peer));
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    for (const remoteAddress of ['127.0.0.1', '::ffff:203.0.113.7', '10.0.0.1']) read({ socket: { remoteAddress }, headers });
    read({ socket: { remoteAddress: '203.0.113.8' }, headers: {} });
    expect(disbelieved).toEqual(['127.0.0.1', '203.0.113.7']);
  });

  it('is undefined if a trusted proxy sends no X-Forwarded-For', () => {
    expect(addressOf('10.0.0.1', undefined, '10.0.0.1')).toBeUndefined();
  });
});

describe('trusted proxies', () => {
  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', '::1/129', '10.0.0.1;10.0.0.2', '10.0.0.0/-1'])(
    'cannot be %j',
    (text) => {
      expect(() => parseProxies(text)).toThrow(/is not an address/);
    },
  );

  it('are empty by default', () => {
    expect([parseProxies(''), parseProxies('none')]).toEqual(['none', 'none']);
  });
});
