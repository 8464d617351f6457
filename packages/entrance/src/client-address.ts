import ipaddr from 'ipaddr.js';
import type { RequestSource } from './local-client.ts';

/** Cached facts about the address at the other end of a connection. */
interface Peer {
  isTrusted: boolean;
  /** Address that its requests count to. Undefined on loopback. */
  share: string | undefined;
}

/** Addresses and ranges of proxies whose forwarding headers are trusted. */
export type TrustedProxies = 'none' | readonly string[];

const maxKnown = 1000;
const loopback = createRanges(['127.0.0.0/8', '::1']);

/**
 * Reads the client address of requests, which is normally the address of the connection. For a trusted proxy, it is the rightmost address
 * in `X-Forwarded-For` that is not a trusted proxy. IPv6 counts by /64, the range of one customer. Undefined if all callers would share the
 * address: programs and untrusted proxies on this machine, and trusted proxies without the header. `onDisbelieved` receives the peer's
 * address of each request whose `X-Forwarded-For` is ignored.
 */
export function createAddressReader(
  trusted: TrustedProxies = 'none',
  onDisbelieved: (peer: string) => void = () => {},
): (source: RequestSource) => string | undefined {
  const trustedProxies = createRanges(trusted === 'none' ? [] : trusted);
  const known = new Map<string, Peer>();

  function look(text: string): Peer {
    const address = readAddress(text);
    if (!address) return { isTrusted: false, share: undefined };
    const isTrusted = isIn(trustedProxies, address);
    return { isTrusted, share: isTrusted || isIn(loopback, address) ? undefined : shareOf(address) };
  }

  function peerOf(address: string): Peer {
    let peer = known.get(address);
    if (!peer) {
      if (known.size >= maxKnown) known.clear();
      known.set(address, (peer = look(address)));
    }
    return peer;
  }

  function forwardedFor(header: string): string | undefined {
    for (const one of header.split(',').toReversed()) {
      const address = readAddress(withoutPort(one.trim()));
      if (!address) return undefined;
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
      if (forwarded !== undefined) onDisbelieved(readAddress(remoteAddress)?.toString() ?? remoteAddress);
      return peer.share;
    }
    return forwarded === undefined ? undefined : forwardedFor(`${forwarded}`);
  };
}

/** Reads addresses and ranges such as `10.0.0.0/8, ::1`, separated by commas or spaces. Throws for other text. */
export function parseProxies(text: string): TrustedProxies {
  const given = text.split(/[\s,]+/).filter((part) => part !== '' && part !== 'none');
  createRanges(given);
  return given.length === 0 ? 'none' : given;
}

/** A range as ipaddr.js matches addresses with it. */
type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

function createRanges(ranges: readonly string[]): Range[] {
  return ranges.map((range) => {
    const cidr = range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`;
    if (!isAddress(range.split('/')[0] ?? '') || !ipaddr.isValidCIDR(cidr))
      throw new Error(`"${range}" is not an address or a range of addresses`);
    return ipaddr.parseCIDR(cidr);
  });
}

function isIn(ranges: readonly Range[], address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

/** Accepts IPv4 only with four decimal parts. ipaddr.js accepts other spellings too. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
}

/** Reads an address. An IPv4 address from an IPv6 socket becomes IPv4. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isAddress(text) ? ipaddr.process(text) : undefined;
}

function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([^:]*):\d+$/.exec(text)?.[1] ?? text;
}

function shareOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
