import type { IncomingMessage, ServerResponse } from 'node:http';

/** Deviations of a service with sign-in that a test can set. A change applies from the next request on. */
export interface Behaviour {
  /** Lifetime of an access token. Undefined: it is not declared, and the token never expires. Seconds. */
  lifetimeSeconds: number | undefined;
  /** True if it gives refresh tokens. */
  givesRefreshTokens: boolean;
  /** True if each refresh gives a new refresh token, and using an old one again ends its grant. */
  rotatesRefreshTokens: boolean;
  /** True if it refuses every refresh with `invalid_grant`. */
  refusesRefresh: boolean;
  /** True if clients can register themselves. */
  registers: boolean;
  /** True if it has a revocation endpoint. */
  revokes: boolean;
  /** Place that names its authorization server: its 401, only the well-known address, or none. */
  tells: 'in-challenge' | 'well-known' | 'nothing';
  /** True if its metadata promise the issuer in its answers (RFC 9207). */
  promisesIssuer: boolean;
  /** Issuer in its answers. Undefined: its own. Null: none. */
  answeredIssuer: string | null | undefined;
  /** Authentication methods of clients that register. */
  authMethods: string[];
  mendResourceMetadata(metadata: Record<string, unknown>): object;
  mendServerMetadata(metadata: Record<string, unknown>): object;
  normalizeRegistration(registration: Record<string, unknown>): object;
  /** Changes the answer with tokens. A string is sent unchanged. */
  normalizeTokens(answer: Record<string, unknown>): object | string;
  /** Answers a request instead of the service, and returns true. */
  takeOver(path: string, request: IncomingMessage, response: ServerResponse): boolean;
}

export function usualBehaviour(): Behaviour {
  const asItIs = <Value>(value: Value) => value;
  return {
    lifetimeSeconds: 3600,
    givesRefreshTokens: true,
    rotatesRefreshTokens: true,
    refusesRefresh: false,
    registers: true,
    revokes: true,
    tells: 'in-challenge',
    promisesIssuer: true,
    answeredIssuer: undefined,
    authMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    mendResourceMetadata: asItIs,
    mendServerMetadata: asItIs,
    normalizeRegistration: asItIs,
    normalizeTokens: asItIs,
    takeOver: () => false,
  };
}
