import { ServiceFailure } from '../../kernel/failure.ts';
import type { AuthorizationRequests } from './authorization-requests.ts';
import { isSameIssuer, readBody } from './server-quirks.ts';

/** Metadata of an authorization server, from the server or given by hand. */
export interface ServerMetadata {
  issuer?: string | undefined;
  authorizationUrl: string;
  tokenUrl: string;
  registrationUrl?: string | undefined;
  revocationUrl?: string | undefined;
  /** Supported methods of client authentication. Undefined if the server names none. */
  authMethods?: string[] | undefined;
  scopes: string[];
  answersIssuer: boolean;
  /** True if a manager typed its addresses and the client identifier. */
  isByHand?: boolean;
  isRevocationByHand?: boolean;
}

/** The metadata of an issuer (RFC 8414, OpenID Connect Discovery). Undefined if it publishes none. */
export async function findServerMetadata(
  issuer: string,
  requests: AuthorizationRequests,
  signal: AbortSignal,
): Promise<ServerMetadata | undefined> {
  const url = new URL(await requests.safeAddress('issuer', issuer));
  for (const place of placesOf(url)) {
    const answer = await requests.send(place, { headers: { accept: 'application/json' }, signal });
    const body = answer.status === 200 ? readBody(await answer.text()) : undefined;
    if (body?.authorization_endpoint === undefined) continue;
    // Refuses metadata of another issuer: a forged description would receive codes and secrets meant for that issuer.
    if (typeof body.issuer !== 'string' || !isSameIssuer(body.issuer, issuer))
      throw new ServiceFailure(
        'failed',
        `has an authorization server whose issuer is not ${url.href}; if that is right, give its own issuer as "issuer"`,
      );
    return await readMetadata(body, requests);
  }
  return undefined;
}

function placesOf({ origin, pathname }: URL): string[] {
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(places)];
}

async function readMetadata(body: Record<string, unknown>, requests: AuthorizationRequests): Promise<ServerMetadata> {
  const challenges = body.code_challenge_methods_supported;
  // Many servers support PKCE without listing it, so only a list without S256 is refused.
  if (Array.isArray(challenges) && !challenges.includes('S256'))
    throw new ServiceFailure('failed', 'has an authorization server without PKCE (S256), which this gateway requires');
  const optional = async (what: string, address: unknown) =>
    address === undefined || address === null ? undefined : await requests.safeAddress(what, address);
  return {
    issuer: body.issuer as string,
    authorizationUrl: await requests.safeAddress('authorization address', body.authorization_endpoint),
    tokenUrl: await requests.safeAddress('token address', body.token_endpoint),
    registrationUrl: await optional('registration address', body.registration_endpoint),
    revocationUrl: await optional('revocation address', body.revocation_endpoint),
    authMethods: texts(body.token_endpoint_auth_methods_supported),
    scopes: texts(body.scopes_supported) ?? [],
    answersIssuer: body.authorization_response_iss_parameter_supported === true,
  };
}

function texts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : undefined;
}
