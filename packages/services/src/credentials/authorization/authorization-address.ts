import { createHash } from 'node:crypto';
import type { BegunSignIn, OAuthAccess } from '@gatehouse/core';
import { furtherParameters } from './server-quirks.ts';

/** Address to which the gateway sends a browser, so that a person grants it the requested access. */
export function authorizationAddress(access: OAuthAccess, { state, codeVerifier }: BegunSignIn): string {
  const { authorizationUrl, clientId, redirectUri, resource, scope } = access;
  const url = new URL(authorizationUrl);
  for (const [name, value] of Object.entries(furtherParameters(url, scope ?? '')))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(resource !== undefined && { resource }),
    ...(scope !== undefined && { scope }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
