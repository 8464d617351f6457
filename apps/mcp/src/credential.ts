import {
  type Answer,
  type Caller,
  type Credential,
  createFixedWindowCounter,
  type Gateway,
  isAccessToken,
  type NamedTool,
} from '@gatehouse/core';
import { dayMs } from '@gatehouse/domain';

/** Where clients sign in: what a request without a good token is answered with (D46). */
export interface SignIn {
  /** The address of the protected resource's metadata (RFC 9728). */
  resourceMetadata: string;
  /** Told of requests that were answered so. */
  onRefused?: (refused: RefusedRequest) => void;
  /** Told once of each client that has come with its token, which calls a tool much later, or never. */
  onConnected?: (connected: ConnectedClient) => void;
}

interface SeenRequest {
  requestId: string;
  /** Undefined where that says nothing of who calls. */
  address: string | undefined;
  userAgent: string | undefined;
}

export interface RefusedRequest extends SeenRequest {
  /** What it showed of itself. */
  shown: 'nothing' | 'key' | 'token';
}

export interface ConnectedClient extends SeenRequest {
  orgId: string;
  keyId: string;
}

/** Whether a caller is a client that signed in within the last day, and comes for the first time: what it did to sign in is kept so long (D57). */
export function createFirstVisits({ clock }: Pick<Gateway, 'clock'>): (credential: Credential, caller: Caller) => boolean {
  const seen = createFixedWindowCounter({ windowMs: dayMs, now: clock });
  return ({ type }, { key }) => type === 'token' && key !== null && clock() - key.createdAt < dayMs && seen.add(key.id, 1) === 1;
}

/** What a bearer is shown as: an access token only where clients sign in, and everywhere else a key. */
export function credentialOf(bearer: string | undefined, signIn: SignIn | undefined): Credential {
  return signIn && bearer !== undefined && isAccessToken(bearer) ? { type: 'token', token: bearer } : { type: 'key', key: bearer };
}

/** What a request with this bearer shows of itself. */
export function shownBy(bearer: string | undefined): RefusedRequest['shown'] {
  if (bearer === undefined) return 'nothing';
  return isAccessToken(bearer) ? 'token' : 'key';
}

/** How a client is told to authenticate; one that has shown something is told that it is not good (RFC 6750, 3.1). */
export function challenge(signIn: SignIn | undefined, shown: RefusedRequest['shown']): string {
  if (!signIn) return 'Bearer';
  const error = shown === 'nothing' ? '' : 'error="invalid_token", ';
  return `Bearer ${error}resource_metadata="${signIn.resourceMetadata}", scope="read write"`;
}

/**
 * Whether a client is to ask for more: what it signed in for reads, and the tool that was refused writes. Its status says so where
 * the request holds this one call.
 */
export function needsWrite(credential: Credential, { registered }: NamedTool, answer: Answer): boolean {
  if (credential.type !== 'token' || answer.ok || answer.error.code !== 'forbidden') return false;
  return registered?.definition.access === 'write';
}

/** The same result once more, in an answer that says what to ask for. */
export function stepUp(response: Response, signIn: SignIn | undefined): Response {
  const headers = new Headers(response.headers);
  headers.set('WWW-Authenticate', `Bearer error="insufficient_scope", scope="read write", resource_metadata="${signIn?.resourceMetadata}"`);
  return new Response(response.body, { status: 403, headers });
}
