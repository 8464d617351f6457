import { hash, randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A secret that a browser keeps or brings back (sessions, links, challenges, sign-ins under way): 256 random bits in base64url. */
export function makeSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** What is stored of one (D39, D40): it says nothing of the secret, which has nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
