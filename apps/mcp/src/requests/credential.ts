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
import type { RequestSource } from '@gatehouse/entrance';

/** Sign-in of clients. Requests without a valid token are answered with its address. // D46 */
export interface SignIn {
  /** True if the client of this request can sign in. For others, every answer is as if nobody could. // D47.1 */
  isOfferedTo?: (incoming: RequestSource) => boolean;
  /** The address of the protected resource's metadata (RFC 9728). */
  resourceMetadata: string;
  /** Called for each request that was answered with this address. */
  onRefused?: (refused: RefusedRequest) => void;
  /** Called once for each client that has used its token. Its first tool call may come much later, or never. */
  onConnected?: (connected: ConnectedClient) => void;
}

interface SeenRequest {
  requestId: string;
  /** Undefined if it does not identify the caller. */
  address: string | undefined;
  userAgent: string | undefined;
}

export interface RefusedRequest extends SeenRequest {
  /** Kind of credential in the request. */
  shown: 'nothing' | 'key' | 'token';
}

export interface ConnectedClient extends SeenRequest {
  orgId: string;
  keyId: string;
}

/** True on the first visit of a client that signed in within the last day. Sign-in attempts are kept for that day. // D57 */
export function createFirstVisits({ clock }: Pick<Gateway, 'clock'>): (credential: Credential, caller: Caller) => boolean {
  const seen = createFixedWindowCounter({ windowMs: dayMs, now: clock });
  return ({ type }, { key }) => type === 'token' && key !== null && clock() - key.createdAt < dayMs && seen.add(key.id, 1) === 1;
}

/** Reads a bearer as an access token if clients can sign in, otherwise as a key. */
export function credentialOf(bearer: string | undefined, signIn: SignIn | undefined): Credential {
  return signIn && bearer !== undefined && isAccessToken(bearer) ? { type: 'token', token: bearer } : { type: 'key', key: bearer };
}

/** Kind of credential that a bearer is. */
export function shownBy(bearer: string | undefined): RefusedRequest['shown'] {
  if (bearer === undefined) return 'nothing';
  return isAccessToken(bearer) ? 'token' : 'key';
}

/** `WWW-Authenticate` of a refusal. A request with a credential learns that the credential is not valid (RFC 6750, 3.1). */
export function challenge(signIn: SignIn | undefined, shown: RefusedRequest['shown']): string {
  if (!signIn) return 'Bearer';
  const error = shown === 'nothing' ? '' : 'error="invalid_token", ';
  return `Bearer ${error}resource_metadata="${signIn.resourceMetadata}", scope="read write"`;
}

/**
 * True if a client must request write access: its token only reads, and a write tool was refused. If the request contains only this call,
 * the HTTP status states it too.
 */
export function needsWrite(credential: Credential, { registered }: NamedTool, answer: Answer): boolean {
  if (credential.type !== 'token' || answer.ok || answer.error.code !== 'forbidden') return false;
  return registered?.definition.access === 'write';
}

/** Copies a response and adds the header that asks the client for write access. */
export function stepUp(response: Response, signIn: SignIn | undefined): Response {
  const headers = new Headers(response.headers);
  headers.set('WWW-Authenticate', `Bearer error="insufficient_scope", scope="read write", resource_metadata="${signIn?.resourceMetadata}"`);
  return new Response(response.body, { status: 403, headers });
}
