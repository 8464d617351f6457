import { BlockList, type IPVersion, isIP, type SocketAddress } from 'node:net';

/** Private addresses that services may have: none, all, or these ranges. // D37 */
export type AllowedRanges = 'none' | 'all' | readonly string[];

/** All ranges outside the public internet: private, local, shared, reserved, multicast, and IPv6 forms that carry an IPv4 address. */
const refused = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/**
 * Address check that `net.connect` runs before it connects, even to addresses from DNS or a redirect. It is a class because `net` accepts
 * only a BlockList, which has no exceptions. It separates the two families because a BlockList matches every IPv4 address with
 * ::ffff:0:0/96.
 */
class AddressGuard extends BlockList {
  readonly #refused = { ipv4: new BlockList(), ipv6: new BlockList() };
  readonly #allowed = new BlockList();

  constructor(allowed: AllowedRanges) {
    super();
    if (allowed === 'all') return;
    for (const range of refused) addRange(this.#refused[range.includes(':') ? 'ipv6' : 'ipv4'], range);
    if (allowed !== 'none') for (const range of allowed) addRange(this.#allowed, range);
  }

  override check(address: SocketAddress | string, type: IPVersion = 'ipv4'): boolean {
    const text = typeof address === 'string' ? address : address.address;
    const family = typeof address === 'string' ? type : address.family;
    return this.#refused[family].check(text, family) && !this.#allowed.check(text, family);
  }
}

export function createAddressGuard(allowed: AllowedRanges): BlockList {
  return new AddressGuard(allowed);
}

/** Allows only the private addresses that the operator allowed. For unencrypted requests, which must not cross the public internet. */
class PrivateGuard extends BlockList {
  readonly #public = new AddressGuard('none');
  readonly #guard: AddressGuard;

  constructor(allowed: AllowedRanges) {
    super();
    this.#guard = new AddressGuard(allowed);
  }

  override check(address: SocketAddress | string, type: IPVersion = 'ipv4'): boolean {
    return !this.#public.check(address, type) || this.#guard.check(address, type);
  }
}

export function createPrivateGuard(allowed: AllowedRanges): BlockList {
  return new PrivateGuard(allowed);
}

/**
 * Reads the operator's setting: `all`, or addresses and ranges separated by commas (`10.1.0.0/16,192.168.7.4`). Throws an Error that names
 * the wrong part.
 */
export function parseAllowedRanges(text: string): AllowedRanges {
  const parts = text.split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  if (given.length === 0 || text === 'none') return 'none';
  if (text.trim() === 'all') return 'all';
  for (const range of given) addRange(new BlockList(), range);
  return given;
}

function addRange(list: BlockList, range: string): void {
  const [address = '', bits] = range.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (version === 0 || !(prefix >= 0 && prefix <= most)) {
    throw new Error(`"${range}" is not an address or range; use "all", or ranges like 10.1.0.0/16 separated by commas`);
  }
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
}
