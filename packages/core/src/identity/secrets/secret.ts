import { hash, randomBytes } from 'node:crypto';

const secretBytes = 32;

/**
 * Creates a secret that a browser keeps or brings back (sessions, links, challenges, sign-ins in progress): 256 random bits in base64url.
 */
export function makeSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** Hash of a secret for storing (D39, D40). It reveals nothing: the secret is too random to guess. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
