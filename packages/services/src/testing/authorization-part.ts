import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Behaviour } from './behaviour.ts';
import { type Client, type Grants, Refused } from './grants.ts';

export interface AuthorizationPart {
  origin: string;
  /** Path of the issuer under the origin. '' for the origin itself. */
  issuerPath: string;
  behaviour: Behaviour;
  grants: Grants;
  /** The person signed in to the visiting browser. Undefined if the person refuses. */
  person(): string | undefined;
  tokenRequests: URLSearchParams[];
  revoked: string[];
}

/** Serves the requests of the authorization server. False for other requests. */
export async function answerAuthorization(part: AuthorizationPart, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { origin, issuerPath, behaviour } = part;
  const url = new URL(request.url ?? '', origin);
  switch (url.pathname) {
    case `/.well-known/oauth-authorization-server${issuerPath}`:
      sendJson(response, 200, behaviour.mendServerMetadata(metadataOf(part)));
      return true;
    case `${issuerPath}/authorize`:
      sendBack(part, url.searchParams, response);
      return true;
    case `${issuerPath}/register`:
      if (!behaviour.registers) return false;
      register(part, JSON.parse(await text(request)), response);
      return true;
    case `${issuerPath}/token`:
      await answerTokens(part, request, response);
      return true;
    case `${issuerPath}/revoke`:
      await revoke(part, request, response);
      return true;
    default:
      return false;
  }
}

function metadataOf({ origin, issuerPath, behaviour }: AuthorizationPart): Record<string, unknown> {
  const issuer = `${origin}${issuerPath}`;
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    ...(behaviour.registers && { registration_endpoint: `${issuer}/register` }),
    ...(behaviour.revokes && { revocation_endpoint: `${issuer}/revoke` }),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: behaviour.authMethods,
    scopes_supported: ['notes', 'offline_access'],
    authorization_response_iss_parameter_supported: behaviour.promisesIssuer,
  };
}

/** Answers an authorization request without pages: the visitor is signed in as the test sets it, and allows or refuses immediately. */
function sendBack(
  { origin, issuerPath, behaviour, grants, person }: AuthorizationPart,
  asked: URLSearchParams,
  response: ServerResponse,
): void {
  const client = grants.clients.get(asked.get('client_id') ?? '');
  const redirectUri = asked.get('redirect_uri') ?? '';
  if (!client?.redirectUris.includes(redirectUri)) return void sendJson(response, 400, { error: 'invalid_request' });
  const back = new URL(redirectUri);
  const who = person();
  if (asked.get('response_type') !== 'code' || asked.get('code_challenge_method') !== 'S256')
    back.searchParams.set('error', 'invalid_request');
  else if (who === undefined) back.searchParams.set('error', 'access_denied');
  else back.searchParams.set('code', grants.allow(who, asked));
  if (asked.has('state')) back.searchParams.set('state', asked.get('state') ?? '');
  const issuer = behaviour.answeredIssuer === undefined ? `${origin}${issuerPath}` : behaviour.answeredIssuer;
  if (issuer !== null) back.searchParams.set('iss', issuer);
  response.writeHead(302, { location: back.href }).end();
}

function register({ behaviour, grants }: AuthorizationPart, asked: Record<string, unknown>, response: ServerResponse): void {
  const method = asked.token_endpoint_auth_method as string;
  const client = grants.register(asked.redirect_uris as string[], method !== 'none');
  const secret = client.secret === undefined ? {} : { client_secret: client.secret, client_secret_expires_at: 0 };
  const answer = { ...asked, client_id: client.id, ...secret, token_endpoint_auth_method: method };
  sendJson(response, 201, behaviour.normalizeRegistration(answer));
}

async function answerTokens({ behaviour, grants, tokenRequests }: AuthorizationPart, request: IncomingMessage, response: ServerResponse) {
  const asked = new URLSearchParams(await text(request));
  tokenRequests.push(asked);
  try {
    const client = clientOf(grants, request, asked);
    const isRefresh = asked.get('grant_type') === 'refresh_token';
    const { accessToken, refreshToken, scope, person } = isRefresh ? grants.refresh(client, asked) : grants.takeCode(client, asked);
    const { lifetimeSeconds } = behaviour;
    const answer = behaviour.normalizeTokens({
      access_token: accessToken,
      token_type: 'Bearer',
      ...(lifetimeSeconds !== undefined && { expires_in: lifetimeSeconds }),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      ...(scope !== undefined && { scope }),
      // The person's name, as many servers add it to the tokens.
      username: person,
    });
    if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded' }).end(answer);
    else sendJson(response, 200, answer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sendJson(response, error.code === 'invalid_client' ? 401 : 400, { error: error.code, error_description: error.message });
  }
}

async function revoke({ grants, revoked }: AuthorizationPart, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = new URLSearchParams(await text(request)).get('token') ?? '';
  grants.revoke(token);
  revoked.push(token);
  response.writeHead(200).end();
}

function clientOf(grants: Grants, request: IncomingMessage, asked: URLSearchParams): Client {
  const [, basic = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [asked.get('client_id'), asked.get('client_secret') ?? undefined];
  const client = grants.clients.get(id ?? '');
  if (!client || client.secret !== secret) throw new Refused('invalid_client', 'no such client, or another secret');
  return client;
}

export function sendJson(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
