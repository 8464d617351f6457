import { isIPv4 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAddressGuard, parseAllowedRanges } from './address-guard.ts';

const refuses = (address: string, allowed = parseAllowedRanges('')) =>
  createAddressGuard(allowed).check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

describe('address guard (D37)', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2001::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    'fd00:ec2::254',
  ])('refuses %s', (address) => {
    expect(refuses(address)).toBe(true);
  });

  it.each(['1.1.1.1', '100.63.255.255', '172.32.0.1', '192.0.1.1', '2606:4700::1111', '2a00:1450::1'])('accepts %s', (address) => {
    expect(refuses(address)).toBe(false);
  });

  it('accepts addresses that the operator allowed, and no others', () => {
    const allowed = parseAllowedRanges('10.1.0.0/16, 192.168.7.4, fd00::/8');
    expect(['10.1.2.3', '192.168.7.4', 'fd00::1'].map((address) => refuses(address, allowed))).toEqual([false, false, false]);
    expect(['10.2.0.1', '192.168.7.5', '127.0.0.1', '::1'].map((address) => refuses(address, allowed))).toEqual([true, true, true, true]);
    expect(refuses('127.0.0.1', parseAllowedRanges('all'))).toBe(false);
  });

  it('names the part of the setting that is wrong', () => {
    expect(() => parseAllowedRanges('10.0.0.0/8,nonsense')).toThrow('"nonsense"');
    expect(() => parseAllowedRanges('10.0.0.0/33')).toThrow('"10.0.0.0/33"');
  });
});
