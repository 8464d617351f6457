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
import { bearer, clientText } from '../access-tokens.ts';
import { ServiceFailure } from '../failure.ts';
import { authorizationFailure, type Quote, said } from './authorization-failure.ts';
import type { AuthorizationRequests } from './authorization-requests.ts';
import { AccountEnded, type AuthorizationClient } from './protocol.ts';
import { labelIn, normalizeTokens, readBody, refusalIn } from './server-quirks.ts';

/** The client that this gateway is at an authorization server, and how it gets there. */
export interface TokenClient extends AuthorizationClient {
  requests: AuthorizationRequests;
  quote: Quote;
  signal: AbortSignal;
}

const noIssuer = 'urn:gatehouse:issuer-not-told';

/** Turns what the browser came back with into tokens; nothing is sent where the answer is not of this authorization server. */
export async function exchangeCode(client: TokenClient, answer: URLSearchParams, codeVerifier: string): Promise<AccountTokens> {
  const { access, quote } = client;
  const given = new URLSearchParams(answer);
  refuseOtherIssuer(access, given.getAll('iss'));
  given.delete('iss');
  try {
    const checked = validateAuthResponse(serverOf(access), clientOf(access), given, skipStateCheck);
    if (!checked.get('code')) throw signInFailed('no code came back; connect the account again');
    const tokens = await askForTokens(client, (server, known, prove, options) => ({
      request: authorizationCodeGrantRequest(server, known, prove, checked, access.redirectUri, codeVerifier, options),
      process: (response) => processAuthorizationCodeResponse(server, known, response),
    }));
    // Where nothing is said of it, what was asked for was given (RFC 6749, 5.1).
    return access.scope === undefined ? tokens : { scope: access.scope, ...tokens };
  } catch (error) {
    if (error instanceof AuthorizationResponseError)
      throw signInFailed(
        said(
          error.error === 'access_denied' ? 'it was not allowed there, so no account is connected' : 'it was refused there; try again',
          { error: error.error, error_description: error.error_description },
          quote,
        ),
      );
    if (isEndOfGrant(error))
      throw signInFailed(said('what came back is used, too old or taken back; connect the account again', error, quote));
    throw authorizationFailure(error, quote);
  }
}

/** New tokens for a refresh token. Rejects with AccountEnded where the server takes it no more. */
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

/** Takes tokens back at the service, the refresh token first: most take the access token with it. False where it takes none. */
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
    // An unknown token is already revoked; some servers say so with 400.
    const refused = answer.ok ? undefined : refusalIn(readBody(await answer.text()) ?? {})?.error;
    if (!answer.ok && refused !== 'invalid_token' && refused !== 'invalid_grant' && refused !== 'unsupported_token_type')
      throw new ServiceFailure('failed', `has an authorization server that did not take the token back (HTTP ${answer.status})`);
  }
  return true;
}

/** The answer must say where it comes from, if the server is one that does (RFC 9207): codes of one server must not reach another. */
function refuseOtherIssuer({ issuer, answersIssuer }: OAuthAccess, said: string[]): void {
  if (said.length === 0 && !answersIssuer) return;
  // Where no issuer is known there is nothing to compare with.
  if (issuer === undefined || (said.length === 1 && said[0] === issuer)) return;
  throw signInFailed('another authorization server answered than the one of this service, so nothing was sent; connect the account again');
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
    // Which addresses may be http is decided where they are taken, and again where they are connected to.
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
    // Some take a secret in the body alone, and nobody told where the addresses were given.
    const isUnknown = error instanceof ResponseBodyError && error.error === 'invalid_client';
    if (!isUnknown || access.tokenAuthMethod !== 'client_secret_basic' || clientSecret === undefined) throw error;
    return attempt(ClientSecretPost(clientSecret));
  });
  return accountTokens(given, labelIn(body));
}

function accountTokens(given: TokenEndpointResponse, label: string | undefined): AccountTokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetimeSeconds, scope } = given;
  // What no header can carry must not get as far as an error that quotes it.
  if (given.token_type !== 'bearer' || !/^[\u0021-\u007e]{1,16384}$/.test(accessToken))
    throw new ServiceFailure('failed', `has an authorization server that gave no token to send as "${bearer('…')}"; tell its operator`);
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
  // Only what must be is percent-encoded: several servers decode nothing of it.
  return (_server, _client, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(clientText(access, clientSecret)).toString('base64')}`);
}

function asJson(body: object, status: number): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
