import type { OAuthAccess } from '@gatehouse/core';
import {
  allowInsecureRequests,
  customFetch,
  dynamicClientRegistrationRequest,
  processDynamicClientRegistrationResponse,
} from 'oauth4webapi';
import { ServiceFailure } from '../../kernel/failure.ts';
import { authorizationFailure, type Quote, said } from './authorization-failure.ts';
import type { AuthorizationRequests } from './authorization-requests.ts';
import type { ServerMetadata } from './server-metadata.ts';
import { normalizeRegistration, readBody, refusalIn } from './server-quirks.ts';

/** This gateway's client at an authorization server. */
export type KnownClient = Pick<OAuthAccess, 'clientId' | 'tokenAuthMethod'> & { clientSecret?: string };

/** A client that a person registered there. */
export function givenClient(clientId: string, clientSecret: string | undefined, { authMethods }: ServerMetadata): KnownClient {
  if (clientSecret === undefined) return { clientId, tokenAuthMethod: 'none' };
  const inBody = authMethods?.includes('client_secret_post') && !authMethods.includes('client_secret_basic');
  return { clientId, clientSecret, tokenAuthMethod: inBody ? 'client_secret_post' : 'client_secret_basic' };
}

export interface Registration {
  server: ServerMetadata;
  redirectUri: string;
  /** Only checks if the gateway could be registered, and registers nothing. */
  onlyLook: boolean;
  scope: string | undefined;
  requests: AuthorizationRequests;
  quote: Quote;
  signal: AbortSignal;
}

/** Registers this gateway (RFC 7591). If a server does not accept registration, the failure explains how to register by hand. */
export async function registerClient({
  server,
  redirectUri,
  onlyLook,
  scope,
  requests,
  quote,
  signal,
}: Registration): Promise<KnownClient> {
  const byHand = `register Gatehouse there with the redirect address ${redirectUri.replace(/(\/callback)\/.*$/, '$1')}, give the client ID that you get, and the client secret if there is one, and then register the redirect address shown on the page of the connection`;
  if (server.registrationUrl === undefined)
    throw new ServiceFailure('failed', `does not support client registration, so a client ID is required: ${byHand}`);
  const method = wantedMethod(server);
  if (onlyLook) return { clientId: '', tokenAuthMethod: method };
  const metadata = {
    client_name: 'Gatehouse',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    ...(scope !== undefined && { scope }),
  };
  try {
    const response = await dynamicClientRegistrationRequest(
      { issuer: server.issuer ?? server.registrationUrl, registration_endpoint: server.registrationUrl },
      metadata,
      {
        // The use of http is decided on reading an address, and again on connecting.
        [allowInsecureRequests]: true,
        async [customFetch](url: string, init: { method: string; headers: Record<string, string>; body: string }) {
          const answer = await requests.send(url, { ...init, signal });
          const body = readBody(await answer.text()) ?? {};
          const refused = refusalIn(body) ?? (answer.ok ? undefined : { error: `HTTP ${answer.status}` });
          if (refused) throw new ServiceFailure('failed', said(`did not register this gateway; ${byHand}`, refused, quote));
          return Response.json(normalizeRegistration(body), { status: 201 });
        },
      },
    );
    const { client_id, client_secret, token_endpoint_auth_method } = await processDynamicClientRegistrationResponse(response);
    return registered(String(client_id), client_secret, token_endpoint_auth_method);
  } catch (error) {
    throw authorizationFailure(error, quote);
  }
}

/** Prefers a client without a secret: at several servers, secrets from registration expire after some weeks. */
function wantedMethod({ authMethods }: ServerMetadata): OAuthAccess['tokenAuthMethod'] {
  const order = ['none', 'client_secret_basic', 'client_secret_post'] as const;
  const method = authMethods === undefined ? 'none' : order.find((known) => authMethods.includes(known));
  if (method !== undefined) return method;
  throw new ServiceFailure('failed', 'has an authorization server that requires clients to authenticate with keys, which is not supported');
}

/** Uses the method of the answer, not the requested one. */
function registered(clientId: string, clientSecret: unknown, method: unknown): KnownClient {
  if (typeof clientSecret !== 'string' || method === 'none') return { clientId, tokenAuthMethod: 'none' };
  return { clientId, clientSecret, tokenAuthMethod: method === 'client_secret_post' ? method : 'client_secret_basic' };
}
