import { hash } from 'node:crypto';
import type { Key } from '@gatehouse/storage';
import { secretForm } from '../secrets/secret-form.ts';

const shownLength = 12;
const form = secretForm('gth_');

/** Creates a key (D10). */
export const mintKey = form.mint;

/** False for any text that `mintKey` cannot have created. Such a key is refused without a query. */
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

/** Part of a key for display. */
export function keyPrefix(key: string): string {
  return key.slice(0, shownLength);
}
