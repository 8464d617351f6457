import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { overloaded } from '../../kernel/errors/errors.ts';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.ts';

export interface PasswordHasherOptions {
  /** Maximum hashes in progress. */
  atOnce?: number;
  /** Maximum waiting hashes. One address can have a quarter of these places. */
  waiting?: number;
}

const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const saltBytes = 16;
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** Hash of a random password. Comparing with an unknown account costs as much as with a known one. */
const nobodys = encode(randomBytes(saltBytes), randomBytes(parameters.tagLength));
const derive = promisify(argon2);

export function createPasswordHasher({ atOnce = 2, waiting = 16 }: PasswordHasherOptions = {}): PasswordHasher {
  const queue: { address: string | undefined; begin: () => void }[] = [];
  const perAddress = Math.max(1, Math.floor(waiting / 4));
  let underWay = 0;

  /** Waits for a free place and takes it. */
  async function takePlace(address: string | undefined): Promise<void> {
    if (underWay < atOnce) return void underWay++;
    const ofAddress = address === undefined ? 0 : queue.filter((one) => one.address === address).length;
    if (queue.length >= waiting || ofAddress >= perAddress) throw overloaded('too many passwords are being checked; try again in a second');
    await new Promise<void>((begin) => queue.push({ address, begin }));
  }

  /** Gives the place to the caller that has waited longest. */
  function leavePlace(): void {
    const next = queue.shift();
    if (next) next.begin();
    else underWay--;
  }

  async function inPlace<T>(address: string | undefined, work: () => Promise<T>): Promise<T> {
    await takePlace(address);
    try {
      return await work();
    } finally {
      leavePlace();
    }
  }

  return {
    hash: (password, address) =>
      inPlace(address, async () => {
        const salt = randomBytes(saltBytes);
        return encode(salt, await derive('argon2id', { ...parameters, message: normalized(password), nonce: salt }));
      }),
    verify: (password, stored, address) =>
      inPlace(address, async () => {
        const { salt, tag, ...cost } = decode(stored ?? nobodys);
        const made = await derive('argon2id', { ...cost, message: normalized(password), nonce: salt, tagLength: tag.length });
        return timingSafeEqual(made, tag) && typeof stored === 'string';
      }),
  };
}

/** Normalizes a password: the same word typed on another keyboard is the same password. */
function normalized(password: string): string {
  return password.normalize('NFC');
}

/** Writes a hash in the usual form, as other programs do. */
function encode(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = parameters;
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

function decode(stored: string) {
  const [, memory, passes, parallelism, salt, tag] = form.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('a stored password has an unknown format');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
