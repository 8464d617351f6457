import { ServiceFailure } from '../../kernel/failure.ts';
import type { AuthorizationRequests } from './authorization-requests.ts';
import type { ServerMetadata } from './server-metadata.ts';
import { readBody } from './server-quirks.ts';

const wellKnown = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];

/**
 * Refuses a server whose authorization endpoint may belong to another server (RFC 9700, 4.4). Codes from that honest server would go to a
 * token endpoint unknown to it. Only the origin of the authorization endpoint can confirm that the other endpoints are its own.
 */
export async function requireOwnEndpoints(server: ServerMetadata, requests: AuthorizationRequests, signal: AbortSignal): Promise<void> {
  if (server.isByHand) return;
  const { origin } = new URL(server.authorizationUrl);
  const others = [
    ['token', 'token_endpoint', server.tokenUrl],
    // A client identifier is valid only at the server that issued it, so it is never sent to another one.
    ['registration', 'registration_endpoint', server.registrationUrl],
    ['revocation', 'revocation_endpoint', server.isRevocationByHand ? undefined : server.revocationUrl],
  ] as const;
  const foreign = others.filter(([, , address]) => address !== undefined && new URL(address).origin !== origin);
  if (foreign.length === 0) return;
  const known = await ownMetadata(origin, server.issuer, requests, signal);
  for (const [what, field, address] of foreign)
    if (!known.some((metadata) => hrefOf(metadata[field]) === address))
      throw new ServiceFailure(
        'failed',
        `sends people to sign in at ${origin}, which does not publish ${new URL(address as string).origin} as its ${what} endpoint; if both are right, give "authorizationUrl", "tokenUrl" and a client ID`,
      );
}

/**
 * Metadata that an origin publishes about itself. A document below a path may belong to others, so only the origin's well-known addresses
 * count.
 */
async function ownMetadata(origin: string, issuer: string | undefined, requests: AuthorizationRequests, signal: AbortSignal) {
  const known = issuer === undefined ? null : URL.parse(issuer);
  const path = known?.origin === origin ? known.pathname.replace(/\/$/, '') : '';
  const places = new Set(['', path].flatMap((suffix) => wellKnown.map((place) => `${origin}${place}${suffix}`)));
  const found: Record<string, unknown>[] = [];
  for (const place of places) {
    const answer = await requests.send(place, { headers: { accept: 'application/json' }, signal });
    const body = answer.status === 200 ? readBody(await answer.text()) : undefined;
    if (body) found.push(body);
  }
  return found;
}

function hrefOf(address: unknown): string | undefined {
  return typeof address === 'string' ? URL.parse(address)?.href : undefined;
}
