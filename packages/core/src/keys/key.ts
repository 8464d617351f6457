import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const prefix = 'gth_';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;
const shape = /^gth_[0-9A-Za-z]{49}$/;
const shownLength = 12;

/** A new key: `gth_`, 256 random bits in base 62, and a checksum that finds typing errors without a query (D10). */
export function mintKey(): string {
  const body = prefix + toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return body + checksum(body);
}

/** False for everything that no `mintKey` ever gave: such a key is refused without asking the database. */
export function isWellFormedKey(key: string): boolean {
  return shape.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** What is stored of a key (D10). */
export function hashKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** The part of a key that may be shown. */
export function keyPrefix(key: string): string {
  return key.slice(0, shownLength);
}

/** Checked on every call: plain numbers, which a CRC-32 fits into, and no BigInt. */
function checksum(text: string): string {
  let digits = '';
  for (let rest = crc32(text); digits.length < checksumLength; rest = Math.floor(rest / 62)) digits = base62[rest % 62] + digits;
  return digits;
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = base62[Number(rest % 62n)] + text;
  return text;
}
