import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a test may have a service with sign-in do otherwise. Whatever is set counts from the next request on. */
export interface Behaviour {
  /** How long an access token is good; undefined: it is not told, and it never ends by itself. Seconds. */
  lifetimeSeconds: number | undefined;
  /** It gives refresh tokens. */
  givesRefreshTokens: boolean;
  /** Each refresh gives a new refresh token, and one that is used again ends its grant. */
  rotatesRefreshTokens: boolean;
  /** It refuses every refresh with `invalid_grant`. */
  refusesRefresh: boolean;
  /** Clients may register themselves. */
  registers: boolean;
  /** It shows an address where tokens are taken back. */
  revokes: boolean;
  /** How it tells where people sign in: in its 401, at the well-known address alone, or not at all. */
  tells: 'in-challenge' | 'well-known' | 'nothing';
  /** It says in its metadata that its answers name it (RFC 9207). */
  promisesIssuer: boolean;
  /** Whom its answers name: itself, where nothing is set; null: nobody. */
  answeredIssuer: string | null | undefined;
  /** How clients that register may prove themselves. */
  authMethods: string[];
  mendResourceMetadata(metadata: Record<string, unknown>): object;
  mendServerMetadata(metadata: Record<string, unknown>): object;
  normalizeRegistration(registration: Record<string, unknown>): object;
  /** A text is sent as it is. */
  normalizeTokens(answer: Record<string, unknown>): object | string;
  /** Answers a request in place of the service, and says so. */
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
