import { type Credential, isAccessToken } from '@gatehouse/core';

/** Where clients sign in: what a request without a good token is answered with (D46). */
export interface SignIn {
  /** The address of the protected resource's metadata (RFC 9728). */
  resourceMetadata: string;
}

/** What a bearer is shown as: an access token only where clients sign in, and everywhere else a key. */
export function credentialOf(bearer: string | undefined, signIn: SignIn | undefined): Credential {
  return signIn && bearer !== undefined && isAccessToken(bearer) ? { type: 'token', token: bearer } : { type: 'key', key: bearer };
}

/** How a client is told to authenticate. */
export function challenge(signIn: SignIn | undefined): string {
  return signIn ? `Bearer resource_metadata="${signIn.resourceMetadata}", scope="read write"` : 'Bearer';
}
