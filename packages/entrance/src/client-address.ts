import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** What of a request tells where it came from. */
type Source = Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

/** What is known of the address at the other end of a connection. */
interface Peer {
  isTrusted: boolean;
  /** Whom requests of it count for; undefined on loopback. */
  share: string | undefined;
}

/** Addresses and ranges of proxies that are believed when they say for whom they ask. */
export type TrustedProxies = 'none' | readonly string[];

const mostKnown = 1000;
const loopback = createRanges(['127.0.0.0/8', '::1']);

/**
 * The address that a request counts for: that of the connection, or, behind a trusted proxy, the rightmost of `X-Forwarded-For` that is no
 * trusted proxy itself. IPv6 counts by /64, which one customer has. Undefined where it would be everybody's: programs on this machine, a
 * proxy there which is not said to be trusted, and a trusted one that does not tell. `onDisbelieved` is told of each request whose
 * `X-Forwarded-For` is not believed, by the address that it came from.
 */
export function createAddressReader(
  trusted: TrustedProxies = 'none',
  onDisbelieved: (peer: string) => void = () => {},
): (source: Source) => string | undefined {
  const trustedProxies = createRanges(trusted === 'none' ? [] : trusted);
  const known = new Map<string, Peer>();

  function look(address: string): Peer {
    const isTrusted = isIn(trustedProxies, address);
    return { isTrusted, share: isTrusted || isIn(loopback, address) ? undefined : shareOf(address) };
  }

  function peerOf(address: string): Peer {
    let peer = known.get(address);
    if (!peer) {
      if (known.size >= mostKnown) known.clear();
      known.set(address, (peer = look(address)));
    }
    return peer;
  }

  function forwardedFor(header: string): string | undefined {
    for (const one of header.split(',').toReversed()) {
      const address = withoutPort(one.trim());
      if (isIP(address) === 0) return undefined;
      if (!isIn(trustedProxies, address)) return shareOf(address);
    }
    return undefined;
  }

  return ({ socket, headers }) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return undefined;
    const peer = peerOf(remoteAddress);
    const forwarded = headers['x-forwarded-for'];
    if (!peer.isTrusted) {
      if (forwarded !== undefined) onDisbelieved(plainAddress(remoteAddress));
      return peer.share;
    }
    return forwarded === undefined ? undefined : forwardedFor(`${forwarded}`);
  };
}

/** Reads addresses and ranges, such as `10.0.0.0/8, ::1`, divided by commas or spaces. Throws for anything else. */
export function parseProxies(text: string): TrustedProxies {
  const given = text.split(/[\s,]+/).filter((part) => part !== '' && part !== 'none');
  createRanges(given);
  return given.length === 0 ? 'none' : given;
}

function createRanges(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits, ...more] = range.split('/');
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (version === 0 || more.length > 0 || !(length <= longest)) throw new Error(`"${range}" is no address and no range of addresses`);
    list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** IPv4 as it is also where it came over a socket of IPv6, and without the name of an interface. */
function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 0xff])
        .join('.')
    : plain;
}

function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
}

function shareOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const prefix = groupsOf(plain).slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight numbers of an IPv6 address, however it is written. */
function groupsOf(plain: string): number[] {
  const [left = [], after] = plain.split('::').map(readGroups);
  if (after === undefined) return left;
  return [...left, ...new Array<number>(Math.max(0, 8 - left.length - after.length)).fill(0), ...after];
}

/** An IPv4 address at the end stands for two. */
function readGroups(text: string): number[] {
  return text
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      if (!group.includes('.')) return [Number.parseInt(group, 16)];
      const [first = 0, second = 0, third = 0, fourth = 0] = group.split('.').map(Number);
      return [first * 256 + second, third * 256 + fourth];
    });
}
