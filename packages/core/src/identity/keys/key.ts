import { hash } from 'node:crypto';
import type { Key } from '@gatehouse/storage';
import { secretForm } from '../secrets/secret-form.ts';

const shownLength = 12;
const form = secretForm('gth_');

/** A new key (D10). */
export const mintKey = form.mint;

/** False for everything that no `mintKey` ever gave: such a key is refused without asking the database. */
export const isWellFormedKey = form.isWellFormed;

/** Hash of a key for storing (D10). */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Prefix stored for a grant. Only the access tokens of its client use it; it has no key (D46). */
export const grantPrefix = '';

export function isGrant({ prefix }: Pick<Key, 'prefix'>): boolean {
  return prefix === grantPrefix;
}

/** Prefix of a stored key for display. Null for a grant. */
export function shownPrefix(key: Pick<Key, 'prefix'>): string | null {
  return isGrant(key) ? null : key.prefix;
}

/** The part of a key that may be shown. */
export function keyPrefix(key: string): string {
  return key.slice(0, shownLength);
}
