import type { FoundAuthorization, OAuthAccessInput, ServiceTarget, WantedAuthorization } from '@gatehouse/core';
import { ServiceFailure } from '../../kernel/failure.ts';
import type { Quote } from './authorization-failure.ts';
import type { AuthorizationRequests } from './authorization-requests.ts';
import { requireOwnEndpoints } from './own-endpoints.ts';
import { givenClient, registerClient } from './register-client.ts';
import { addressOf, findResourceMetadata, type ResourceMetadata } from './resource-metadata.ts';
import { findServerMetadata, type ServerMetadata } from './server-metadata.ts';

export interface FindOptions {
  target: ServiceTarget;
  wanted: WantedAuthorization;
  requests: AuthorizationRequests;
  quote: Quote;
  signal: AbortSignal;
}

/** Maximum authorization servers of one service that are asked. */
const maxServers = 3;

/** Finds the sign-in of a service and the gateway's client there. Given values are not looked up. */
export async function findAuthorization(options: FindOptions): Promise<FoundAuthorization> {
  const { target, wanted, requests, quote, signal } = options;
  const { given, redirectUri, onlyLook = false } = wanted;
  if (target.kind === 'mcp-stdio') throw new ServiceFailure('failed', 'is a command on this machine, where people do not sign in');
  const isGiven = given.authorizationUrl !== undefined && given.tokenUrl !== undefined && given.clientId !== undefined;
  const resource = isGiven ? undefined : await findResourceMetadata(target, requests, signal);
  const server = isGiven ? { ...(await givenServer(given, requests)), isByHand: true } : await findServer(options, resource);
  const scope = given.scope ?? wantedScope(resource, server);
  await requireOwnEndpoints(server, requests, signal);
  const client =
    given.clientId === undefined
      ? await registerClient({ server, redirectUri, onlyLook, scope, requests, quote, signal })
      : givenClient(given.clientId, given.clientSecret, server);
  const { clientId, tokenAuthMethod, clientSecret } = client;
  return {
    mayRegister: server.registrationUrl !== undefined,
    takesPublicClients: server.authMethods?.includes('none') ?? true,
    access: {
      type: 'oauth',
      accounts: given.accounts,
      clientFrom: given.clientId === undefined ? 'registered' : 'given',
      ...(server.issuer !== undefined && { issuer: server.issuer }),
      authorizationUrl: server.authorizationUrl,
      tokenUrl: server.tokenUrl,
      ...(server.revocationUrl !== undefined && { revocationUrl: server.revocationUrl }),
      clientId,
      tokenAuthMethod,
      ...(scope !== undefined && { scope }),
      ...(resource !== undefined && { resource: resource.resource }),
      answersIssuer: server.answersIssuer,
      redirectUri,
    },
    ...(clientSecret !== undefined && { clientSecret }),
  };
}

/** Metadata of the authorization server, with given addresses in place of its own. */
async function findServer(
  { target, wanted: { given }, requests, signal }: FindOptions,
  resource: ResourceMetadata | undefined,
): Promise<ServerMetadata> {
  // Before resource metadata existed, MCP servers were authorization servers themselves.
  const address = addressOf(target);
  const itself = address === undefined ? [] : [new URL(address).origin];
  const named = resource?.authorizationServers.slice(0, maxServers) ?? [];
  const issuers = given.issuer !== undefined ? [given.issuer] : named.length > 0 ? named : itself;
  for (const issuer of issuers) {
    const found = await findServerMetadata(issuer, requests, signal);
    if (found) return { ...found, ...(await givenAddresses(given, requests)) };
  }
  if (given.authorizationUrl !== undefined && given.tokenUrl !== undefined) return await givenServer(given, requests);
  throw new ServiceFailure(
    'failed',
    `has no sign-in that can be discovered: ${whyNot()}; give "issuer", or "authorizationUrl" and "tokenUrl" with a client ID`,
  );

  function whyNot(): string {
    if (given.issuer !== undefined || named.length > 0) return `its authorization server ${issuers[0]} publishes no metadata`;
    return address === undefined ? 'where it answers is not known (give "baseUrl")' : 'it names no authorization server';
  }
}

async function givenServer(given: OAuthAccessInput, requests: AuthorizationRequests): Promise<ServerMetadata> {
  const { authorizationUrl = '', tokenUrl = '', issuer } = given;
  const addresses = await givenAddresses(given, requests);
  return { authorizationUrl, tokenUrl, ...addresses, ...(issuer !== undefined && { issuer }), scopes: [], answersIssuer: false };
}

async function givenAddresses({ authorizationUrl, tokenUrl, revocationUrl }: OAuthAccessInput, requests: AuthorizationRequests) {
  return {
    ...(authorizationUrl !== undefined && { authorizationUrl: await requests.safeAddress('authorization address', authorizationUrl) }),
    ...(tokenUrl !== undefined && { tokenUrl: await requests.safeAddress('token address', tokenUrl) }),
    ...(revocationUrl !== undefined && {
      revocationUrl: await requests.safeAddress('revocation address', revocationUrl),
      isRevocationByHand: true,
    }),
  };
}

/** Scope that the service requests, plus `offline_access` if the server supports it. Undefined leaves the scope to the server. */
function wantedScope(resource: ResourceMetadata | undefined, server: ServerMetadata): string | undefined {
  const asked = resource?.scope?.split(' ') ?? [];
  if (asked.length === 0) return undefined;
  const later = server.scopes.includes('offline_access') && !asked.includes('offline_access') ? ['offline_access'] : [];
  return [...asked, ...later].join(' ');
}
