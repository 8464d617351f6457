import { hash } from 'node:crypto';
import { secretForm } from './secret-form.ts';

const shownLength = 12;
const form = secretForm('gth_');

/** A new key (D10). */
export const mintKey = form.mint;

/** False for everything that no `mintKey` ever gave: such a key is refused without asking the database. */
export const isWellFormedKey = form.isWellFormed;

/** What is stored of a key (D10). */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The part of a key that may be shown. */
export function keyPrefix(key: string): string {
  return key.slice(0, shownLength);
}
