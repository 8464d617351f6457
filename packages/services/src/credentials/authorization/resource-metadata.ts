import type { ServiceTarget } from '@gatehouse/core';
import type { AuthorizationRequests } from './authorization-requests.ts';
import { readBody } from './server-quirks.ts';

/** A service's metadata about the authorization servers that issue its tokens (RFC 9728). */
export interface ResourceMetadata {
  resource: string;
  authorizationServers: string[];
  scope: string | undefined;
}

/** Asks the service without credentials. Its 401 may name the address of its metadata. Otherwise the addresses of RFC 9728 are tried. */
export async function findResourceMetadata(
  target: ServiceTarget,
  requests: AuthorizationRequests,
  signal: AbortSignal,
): Promise<ResourceMetadata | undefined> {
  const address = addressOf(target);
  if (address === undefined) return undefined;
  const url = new URL(address);
  const challenge = await askWithout(target, url, requests, signal);
  const path = url.pathname.replace(/\/$/, '');
  const wellKnown = '/.well-known/oauth-protected-resource';
  const named = challenge.metadata === undefined ? [] : [await requests.safeAddress('address of metadata', challenge.metadata)];
  const places = [...named, `${url.origin}${wellKnown}${path}${url.search}`, `${url.origin}${wellKnown}`];
  for (const place of new Set(places)) {
    const read = await readMetadata(place, url, requests, signal);
    if (read) return { ...read, scope: challenge.scope ?? read.scope };
  }
  return undefined;
}

/**
 * The address of the service. Undefined for an API whose document names the address and is not read yet. The document itself may be on any
 * server.
 */
export function addressOf({ config }: ServiceTarget): string | undefined {
  const address = config.url ?? config.baseUrl;
  return typeof address === 'string' ? address : undefined;
}

async function readMetadata(place: string, url: URL, requests: AuthorizationRequests, signal: AbortSignal) {
  await requests.safeAddress('address of metadata', place);
  const answer = await requests.send(place, { headers: { accept: 'application/json' }, signal });
  const body = answer.status === 200 ? readBody(await answer.text()) : undefined;
  if (!body || typeof body.resource !== 'string' || !covers(body.resource, url)) return undefined;
  return {
    resource: body.resource,
    authorizationServers: texts(body.authorization_servers),
    scope: texts(body.scopes_supported).join(' ') || undefined,
  };
}

/** True if the resource is the address, or a path above it on the same origin, as many servers write it. */
function covers(resource: string, url: URL): boolean {
  const said = URL.parse(resource);
  if (said === null || said.origin !== url.origin || said.hash !== '') return false;
  const above = said.pathname.replace(/\/$/, '');
  return url.pathname === said.pathname || url.pathname === above || url.pathname.startsWith(`${above}/`);
}

async function askWithout({ kind }: ServiceTarget, url: URL, requests: AuthorizationRequests, signal: AbortSignal) {
  const accept = 'application/json, text/event-stream';
  const ask =
    kind === 'mcp-http'
      ? { method: 'POST', headers: { accept, 'content-type': 'application/json' }, body: JSON.stringify(initialize), signal }
      : { headers: { accept }, signal };
  const answer = await requests.probe(url.href, ask);
  await answer.body?.cancel();
  return answer.status === 401 || answer.status === 403 ? readChallenge(answer.headers.get('www-authenticate') ?? '') : {};
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'gatehouse', version: '1.0.0' } },
};

/** Reads the two parameters used here from `Bearer error="…", scope="…", resource_metadata="…"`. */
function readChallenge(header: string): { metadata?: string; scope?: string } {
  if (!/\bBearer\b/i.test(header)) return {};
  const metadata = parameterOf(header, 'resource_metadata');
  const scope = parameterOf(header, 'scope');
  return { ...(metadata !== undefined && { metadata }), ...(scope !== undefined && { scope }) };
}

function parameterOf(header: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, 'i').exec(header) ?? [];
  return (quoted ?? plain)?.trim() || undefined;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string' && text !== '').slice(0, 100) : [];
}
