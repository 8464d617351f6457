import { type ConnectStepName, type NotedStep, readGrantId, requestTag } from '@gatehouse/core';
import type { AuthorizationRequest } from '@gatehouse/entrance';

/** Details of a request that are found while it is answered. */
export interface Diagnostics {
  error?: string;
  detail?: string;
  clientId?: string | undefined;
  clientName?: string | undefined;
  /** The consent request that was begun. */
  requestId?: string;
  grantId?: string;
}

/** Parameters that are logged. None is a secret. */
const shownParameters = ['response_type', 'grant_type', 'scope', 'code_challenge_method', 'prompt'];

/** Step for the operator from a client's answered request. Undefined if the request does not concern signing in. */
export function stepOf({ incoming, outgoing, requestId, address, body }: AuthorizationRequest, found: Diagnostics): NotedStep | undefined {
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://gatehouse');
  const given = pathname === '/oauth/reg' ? readObject(body) : Object.fromEntries(readParameters(incoming.method, searchParams, body));
  const isRefused = found.error !== undefined || outgoing.statusCode >= 400;
  const step = nameOf(pathname, given.grant_type);
  // Skips successful renewals, which every client makes all the time.
  if (step === undefined || (step === 'refresh' && !isRefused)) return undefined;
  const location = outgoing.getHeader('location');
  const begun = step === 'return' ? pathname.slice('/oauth/auth/'.length) : found.requestId;
  return {
    step,
    requestId,
    status: isRefused ? statusOf(found, outgoing.statusCode) : outgoing.statusCode,
    address,
    userAgent: incoming.headers['user-agent'],
    clientId: found.clientId ?? text(given.client_id),
    clientName: found.clientName ?? text(given.client_name),
    ...(begun !== undefined && { request: requestTag(begun) }),
    ...(found.grantId !== undefined && readGrantId(found.grantId)),
    asked: { ...(step === 'metadata' && { path: pathname }), ...askedFor(given) },
    answered: isRefused
      ? { error: found.error ?? `${outgoing.statusCode}`, ...(found.detail && { detail: found.detail }) }
      : step === 'return' && typeof location === 'string'
        ? { redirect_uri: placeOf(location) }
        : {},
  };
}

function nameOf(pathname: string, grantType: unknown): ConnectStepName | undefined {
  if (pathname.includes('/.well-known/')) return 'metadata';
  if (pathname.startsWith('/oauth/auth/')) return 'return';
  if (pathname === '/oauth/token') return grantType === 'refresh_token' ? 'refresh' : 'token';
  return named[pathname];
}

const named: Record<string, ConnectStepName> = {
  '/oauth/reg': 'registration',
  '/oauth/auth': 'authorization',
  '/oauth/token/revocation': 'revocation',
};

/** Status of a step. An error that a redirect carries to the client counts as an error too. */
function statusOf({ error }: Diagnostics, status: number): number {
  if (status >= 400) return status;
  return error === 'access_denied' ? 403 : 400;
}

function askedFor(given: Record<string, unknown>): Record<string, string> {
  const { redirect_uri: one, redirect_uris: several, resource, token_endpoint_auth_method: authentication } = given;
  const shown = shownParameters.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const places = [one, ...(Array.isArray(several) ? several.slice(0, 3) : [])].flatMap((uri) =>
    typeof uri === 'string' ? [placeOf(uri)] : [],
  );
  return {
    ...Object.fromEntries(shown),
    ...(typeof resource === 'string' && { resource: placeOf(resource) }),
    ...(typeof authentication === 'string' && { token_endpoint_auth_method: authentication }),
    ...(places.length > 0 && { redirect_uri: places.join(' ') }),
  };
}

/** Address without its query and fragment, which contain the answer or the client's own data. */
function placeOf(uri: string): string {
  const parsed = URL.parse(uri);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : 'no address';
}

function readParameters(method: string | undefined, query: URLSearchParams, body: Buffer): URLSearchParams {
  return method === 'POST' ? new URLSearchParams(body.toString()) : query;
}

function readObject(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
