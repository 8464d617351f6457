import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { World } from '../kit/world.ts';
import type { Surroundings } from './named-items.ts';

export const badKeyStates = ['none', 'malformed', 'unknown', 'revoked', 'expired', 'of a removed person'] as const;
export const goodKeyStates = ['read', 'write'] as const;
export type KeyState = (typeof badKeyStates)[number] | (typeof goodKeyStates)[number];
export type Keys = Record<KeyState, string | undefined>;

/** Creates a key in every possible state. All keys except the last belong to the same person. */
export async function createKeys(world: World, { caller }: Surroundings): Promise<Keys> {
  const revoked = await world.createKey(caller, 'write');
  await world.as(caller, 'revoke_key', { keyId: revoked.keyId });
  const gone = await world.addPerson('gone@acme.test');
  const orphaned = await world.createKey(gone, 'write');
  await world.as(world.owner, 'remove_person', { email: 'gone@acme.test' });
  const write = await world.createKey(caller, 'write');
  return {
    none: undefined,
    malformed: `${write.key.slice(0, -1)}${write.key.endsWith('0') ? '1' : '0'}`,
    unknown: inventKey(),
    revoked: revoked.key,
    expired: (await world.createKey(caller, 'write', { expiresAt: world.clock.now })).key,
    'of a removed person': orphaned.key,
    read: (await world.createKey(caller, 'read')).key,
    write: write.key,
  };
}

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Creates a well-formed key that was never issued, by the documented format (D10). */
export function inventKey(): string {
  const secret = [...randomBytes(43)].map((byte) => base62[byte % 62]).join('');
  return `gth_${secret}${checksumOf(`gth_${secret}`)}`;
}

/** Checksum of a text: its CRC-32 as six characters of base 62 (D10). */
export function checksumOf(text: string): string {
  let [rest, checksum] = [crc32(text), ''];
  for (let count = 0; count < 6; count++, rest = Math.floor(rest / 62)) checksum = base62[rest % 62] + checksum;
  return checksum;
}
