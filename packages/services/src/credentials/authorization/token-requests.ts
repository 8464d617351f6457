import { type AccountTokens, type GatewayError, type JsonObject, type OAuthAccess, refusal } from '@gatehouse/core';
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type Client,
  type ClientAuth,
  ClientSecretPost,
  customFetch,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  skipStateCheck,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { ServiceFailure } from '../../kernel/failure.ts';
import { bearer, clientText } from '../access-tokens.ts';
import { authorizationFailure, type Quote, said } from './authorization-failure.ts';
import type { AuthorizationRequests } from './authorization-requests.ts';
import { AccountEnded, type AuthorizationClient } from './protocol.ts';
import { labelIn, normalizeTokens, readBody, refusalIn } from './server-quirks.ts';

/** This gateway's client at an authorization server, with its way to send requests. */
export interface TokenClient extends AuthorizationClient {
  requests: AuthorizationRequests;
  quote: Quote;
  signal: AbortSignal;
}

const noIssuer = 'urn:gatehouse:issuer-not-told';

/** Exchanges the browser's answer for tokens. Sends nothing if the answer is from another authorization server. */
export async function exchangeCode(client: TokenClient, answer: URLSearchParams, codeVerifier: string): Promise<AccountTokens> {
  const { access, quote } = client;
  const given = new URLSearchParams(answer);
  refuseOtherIssuer(access, given.getAll('iss'));
  given.delete('iss');
  try {
    const checked = validateAuthResponse(serverOf(access), clientOf(access), given, skipStateCheck);
    if (!checked.get('code')) throw signInFailed('the service returned no code; connect the account again');
    const tokens = await askForTokens(client, (server, known, prove, options) => ({
      request: authorizationCodeGrantRequest(server, known, prove, checked, access.redirectUri, codeVerifier, options),
      process: (response) => processAuthorizationCodeResponse(server, known, response),
    }));
    // An answer without a scope grants the requested scope (RFC 6749, 5.1).
    return access.scope === undefined ? tokens : { scope: access.scope, ...tokens };
  } catch (error) {
    if (error instanceof AuthorizationResponseError)
      throw signInFailed(
        said(
          error.error === 'access_denied' ? 'access was denied at the service' : 'the service refused it; try again',
          { error: error.error, error_description: error.error_description },
          quote,
        ),
      );
    if (isEndOfGrant(error))
      throw signInFailed(
        said('the authorization code was already used, has expired or was revoked; connect the account again', error, quote),
      );
    throw authorizationFailure(error, quote);
  }
}

/** Gets new tokens for a refresh token. Rejects with AccountEnded if the server no longer accepts it. */
export async function refreshTokens(client: TokenClient, refreshToken: string): Promise<AccountTokens> {
  try {
    return await askForTokens(client, (server, known, prove, options) => ({
      request: refreshTokenGrantRequest(server, known, prove, refreshToken, options),
      process: (response) => processRefreshTokenResponse(server, known, response),
    }));
  } catch (error) {
    if (isEndOfGrant(error)) throw new AccountEnded('it no longer accepts the refresh token', { cause: error });
    throw authorizationFailure(error, client.quote);
  }
}

function isEndOfGrant(error: unknown): error is ResponseBodyError {
  return error instanceof ResponseBodyError && error.error === 'invalid_grant';
}

function signInFailed(why: string): GatewayError {
  return refusal('service_sign_in_failed', `the account was not connected: ${why}`);
}

/**
 * Revokes tokens at the service, the refresh token first: most servers revoke the access token with it. False if the server has no
 * revocation endpoint.
 */
export async function revokeTokens(client: TokenClient, tokens: AccountTokens): Promise<boolean> {
  const { access, requests, signal } = client;
  if (access.revocationUrl === undefined) return false;
  const given: [string, string | undefined][] = [
    ['refresh_token', tokens.refreshToken],
    ['access_token', tokens.accessToken],
  ];
  for (const [token_type_hint, token] of given) {
    if (token === undefined) continue;
    const body = new URLSearchParams({ token, token_type_hint });
    const headers = new Headers({ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' });
    proveClient(client)(serverOf(access), clientOf(access), body, headers);
    const answer = await requests.send(access.revocationUrl, { method: 'POST', headers, body: body.toString(), signal });
    // An unknown token is already revoked. Some servers answer 400 for it.
    const refused = answer.ok ? undefined : refusalIn(readBody(await answer.text()) ?? {})?.error;
    if (!answer.ok && refused !== 'invalid_token' && refused !== 'invalid_grant' && refused !== 'unsupported_token_type')
      throw new ServiceFailure('failed', `has an authorization server that did not revoke the token (HTTP ${answer.status})`);
  }
  return true;
}

/**
 * Refuses an answer with another issuer, or without one from a server that always sends it (RFC 9207). Codes of one server must not reach
 * another.
 */
function refuseOtherIssuer({ issuer, answersIssuer }: OAuthAccess, said: string[]): void {
  if (said.length === 0 && !answersIssuer) return;
  // Without a known issuer, there is nothing to compare with.
  if (issuer === undefined || (said.length === 1 && said[0] === issuer)) return;
  throw signInFailed('the answer came from a different authorization server, so nothing was sent; connect the account again');
}

interface Requested {
  request: Promise<Response>;
  process(response: Response): Promise<TokenEndpointResponse>;
}

interface TokenOptions {
  additionalParameters: Record<string, string>;
  [allowInsecureRequests]: true;
  [customFetch]: (url: string, init: { method: string; headers: Record<string, string>; body: URLSearchParams }) => Promise<Response>;
}

type Begin = (server: AuthorizationServer, client: Client, prove: ClientAuth, options: TokenOptions) => Requested;

async function askForTokens(client: TokenClient, begin: Begin): Promise<AccountTokens> {
  const { access, clientSecret, requests, signal } = client;
  let body: JsonObject = {};
  const options: TokenOptions = {
    additionalParameters: access.resource === undefined ? {} : { resource: access.resource },
    // Plain http is allowed or refused elsewhere: when an address is read, and on connecting.
    [allowInsecureRequests]: true,
    async [customFetch](url, init) {
      const answer = await requests.send(url, { ...init, body: init.body.toString(), signal });
      if (answer.status === 429 || answer.status >= 500)
        throw new ServiceFailure('failed', `has an authorization server that answered with HTTP ${answer.status}; try again later`);
      body = readBody(await answer.text()) ?? {};
      const refused = refusalIn(body);
      if (refused) return asJson(refused, 400);
      return answer.ok ? asJson(normalizeTokens(body), 200) : new Response(null, { status: 400 });
    },
  };
  const attempt = async (prove: ClientAuth) => {
    const { request, process } = begin(serverOf(access), clientOf(access), prove, options);
    return await process(await request);
  };
  const given = await attempt(proveClient(client)).catch((error) => {
    // Retries with the secret in the body. Some servers accept it only there, and sign-in settings entered by hand do not say so.
    const isUnknown = error instanceof ResponseBodyError && error.error === 'invalid_client';
    if (!isUnknown || access.tokenAuthMethod !== 'client_secret_basic' || clientSecret === undefined) throw error;
    return attempt(ClientSecretPost(clientSecret));
  });
  return accountTokens(given, labelIn(body));
}

function accountTokens(given: TokenEndpointResponse, label: string | undefined): AccountTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetimeSeconds, scope } = given;
  // Refuses a token that no header can carry, before an error can quote it.
  if (given.token_type !== 'bearer' || !/^[\u0021-\u007e]{1,16384}$/.test(accessToken))
    throw new ServiceFailure('failed', `has an authorization server that issued no token to send as "${bearer('…')}"; tell its operator`);
  return {
    accessToken,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(lifetimeSeconds !== undefined && { expiresAt: Date.now() + lifetimeSeconds * 1000 }),
    ...(scope !== undefined && { scope }),
    ...(label !== undefined && { label }),
  };
}

function serverOf({ tokenUrl }: OAuthAccess): AuthorizationServer {
  return { issuer: noIssuer, token_endpoint: tokenUrl };
}

function clientOf({ clientId }: OAuthAccess): Client {
  return { client_id: clientId };
}

function proveClient({ access, clientSecret }: AuthorizationClient): ClientAuth {
  if (access.tokenAuthMethod === 'none') return None();
  if (clientSecret === undefined)
    throw new ServiceFailure('refused', 'has no stored client secret; a manager of the connection must set up its sign-in again');
  if (access.tokenAuthMethod === 'client_secret_post') return ClientSecretPost(clientSecret);
  // Percent-encodes only necessary characters, because several servers decode none.
  return (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(clientText(access, clientSecret)).toString('base64')}`);
}

function asJson(body: object, status: number): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
