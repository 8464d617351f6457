import { randomBytes } from 'node:crypto';
import { type IdPrefix, idTime } from '@gatehouse/domain';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const randomCharacters = 16;

/** Creates an opaque identifier: its kind, the time in base 32 (so that new rows are neighbors in an index), and 80 random bits. */
export function newId(prefix: IdPrefix, now: number): string {
  let random = '';
  for (const byte of randomPool(randomCharacters)) random += alphabet[byte & 31];
  return `${prefix}_${idTime(now)}${random}`;
}

let pool = Buffer.alloc(0);
let used = 0;

/** Takes random bytes from a pool: one system call serves hundreds of identifiers. */
function randomPool(count: number): Buffer {
  if (used + count > pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}
