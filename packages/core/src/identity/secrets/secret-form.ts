import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;

/** Secrets of one kind: its prefix, 256 random bits in base 62, and a checksum that finds typing errors without a query (D10). */
export function secretForm(prefix: string) {
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);
  return {
    mint(): string {
      const body = prefix + toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
      return body + checksum(body);
    },
    /** False for any text that `mint` cannot have created. */
    isWellFormed(secret: string): boolean {
      return shape.test(secret) && checksum(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength);
    },
  };
}

/** Checksum in base 62. It is checked on every call, so it uses plain numbers, which can hold a CRC-32, and no BigInt. */
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
