import { createHmac, createPrivateKey } from 'node:crypto';
import type { JWK } from 'oidc-provider';

/** Beginning of every Ed25519 private key in PKCS #8 (RFC 8410). Its 32 bytes follow. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives keys from seeds. The first one signs, and all are accepted. */
export function keysOf(seeds: readonly Buffer[]): { cookies: string[]; jwks: { keys: JWK[] } } {
  return {
    cookies: seeds.map((seed) => derive(seed, 'cookies').toString('base64url')),
    jwks: { keys: seeds.map((seed) => signingKey(derive(seed, 'signing'))) },
  };
}

function derive(seed: Buffer, use: string): Buffer {
  return createHmac('sha256', seed).update(use).digest();
}

function signingKey(bytes: Buffer): JWK {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, bytes]), format: 'der', type: 'pkcs8' });
  const jwk = key.export({ format: 'jwk' });
  return { ...jwk, alg: 'EdDSA', use: 'sig', kid: createHmac('sha256', 'kid').update(`${jwk.x}`).digest('base64url').slice(0, 16) } as JWK;
}
