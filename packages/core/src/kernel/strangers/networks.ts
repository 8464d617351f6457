import { hash } from 'node:crypto';
import type { StrangerNetworks } from '@gatehouse/storage';

/** Networks that an address counts in, from wide to narrow: /48, /56 and /64 for IPv6; /16, /24 and the address itself for IPv4 (D64). */
export interface NamedNetworks {
  wide: string;
  middle: string;
  narrow: string;
}

/** Networks of an address from an entrance: IPv4, or the /64 of IPv6. Callers without a usable address count as one holder. */
export function networksOf(address: string | undefined): NamedNetworks | undefined {
  if (address === undefined) return undefined;
  const [first = '0', second = '0', third = '0', fourth = '0'] = address.split(address.includes(':') ? ':' : '.');
  if (!address.includes(':')) return { wide: `${first}.${second}.0.0/16`, middle: `${first}.${second}.${third}.0/24`, narrow: address };
  const upper = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  const prefix = `${first}:${second}:${third}`;
  return { wide: `${prefix}::/48`, middle: `${prefix}:${upper}::/56`, narrow: address };
}

/** Networks in their stored form. */
export function hashedNetworks(address: string | undefined): StrangerNetworks {
  const { wide, middle, narrow } = networksOf(address) ?? { wide: '', middle: '', narrow: '' };
  const hashed = (network: string) => hash('sha256', `network ${network}`, 'buffer');
  return { wide: hashed(wide), middle: hashed(middle), narrow: hashed(narrow) };
}
