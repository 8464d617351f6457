import { AsyncLocalStorage } from 'node:async_hooks';
import { IncomingMessage, type ServerResponse } from 'node:http';
import { type AuthorizationRecords, createAuthorizationRecords, type Gateway, type GatewayError, newId } from '@gatehouse/core';
import type Provider from 'oidc-provider';
import { createAdapters } from './adapter.ts';
import { createAddressRate } from './address-rate.ts';
import { ClientMetadataError, readClientMetadata } from './client-metadata.ts';
import { mendParameters, scopes } from './habits.ts';
import { createProvider } from './provider.ts';

/** An answer as far as it is read here. */
export type GetDocument = (
  address: string,
) => Promise<{ status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

export interface AuthorizationServerOptions {
  gateway: Gateway;
  /** The public address of the gateway: an origin. */
  baseUrl: string;
  /** Gets the documents that describe clients: at most 5 KiB of each, in 5 s, without redirects, and from no private address. */
  getDocument: GetDocument;
  /** Told of faults of ours. */
  report: (error: unknown, requestId: string) => void;
  /** Told of what clients did wrong. */
  note: (text: string, fields: Record<string, string>) => void;
}

/** A request whose body has arrived. */
export interface ArrivedRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  requestId: string;
  body: Buffer;
  /** Where it comes from; undefined where that says nothing. */
  address: string | undefined;
  /** The session of its browser, if it has one. */
  session: string | undefined;
}

export interface AuthorizationServer {
  /** Answers a request below `/oauth`, or for its metadata. */
  handle(request: ArrivedRequest): Promise<void>;
}

interface UnderWay {
  address: string | undefined;
  session: string | undefined;
}

/** Seeds are looked at anew after this time. */
const keptMs = 5 * 60_000;

/** OAuth 2.1 for MCP clients that sign in (D46). What it keeps is in the database, so that any process may answer any request. */
export function createAuthorizationServer({
  gateway,
  baseUrl,
  getDocument,
  report,
  note,
}: AuthorizationServerOptions): AuthorizationServer {
  const { store, settings, clock } = gateway;
  const [issuer, resource] = [`${baseUrl}/oauth`, `${baseUrl}/mcp`];
  const records = createAuthorizationRecords({ store, settings, clock });
  const rate = createAddressRate({ calls: 300, windowMs: 60_000, clock: Date.now });
  const underWay = new AsyncLocalStorage<UnderWay>();
  const adapter = createAdapters({
    records,
    resource,
    clock,
    endGrant: (id) => endGrant(gateway, records, id),
    addressNow: () => underWay.getStore()?.address,
  });
  let made: { provider: Provider; at: number; seeds: string } | undefined;

  /** Made anew when the keys were rotated, by this process or another. */
  async function current(): Promise<Provider> {
    const now = Date.now();
    if (made && now - made.at < keptMs) return made.provider;
    const seeds = await records.seeds();
    const named = seeds.map((seed) => seed.toString('hex')).join();
    if (made?.seeds !== named) made = { provider: open(seeds), at: now, seeds: named };
    else made.at = now;
    return made.provider;
  }

  function open(seeds: Buffer[]): Provider {
    const provider = createProvider({
      issuer,
      resource,
      consentUrl: (id) => `${baseUrl}/app/allow/${id}`,
      adapter,
      seeds,
      fetch: fetchClient(getDocument),
      clock,
      async accountOf() {
        const session = underWay.getStore()?.session;
        return session === undefined ? undefined : await records.accountOf(session);
      },
    });
    provider.use(async (context, next) => {
      await next();
      // The library knows a scope of its own, which means nothing here.
      if (context.oidc?.route === 'discovery')
        context.body = { ...(context.body as object), scopes_supported: [...scopes, 'offline_access'] };
      // Metadata are for every page, and nothing else is.
      if (context.oidc?.route !== 'discovery' && context.oidc?.route !== 'jwks') context.remove('Access-Control-Allow-Origin');
    });
    const tell = (what: string) => (_context: unknown, error: Error) =>
      note(`${what} was refused`, { error: error.message, detail: detailOf(error) });
    provider.on('authorization.error', tell('an authorization request'));
    provider.on('grant.error', tell('a token request'));
    provider.on('registration_create.error', tell('a registration'));
    provider.on('revocation.error', tell('a revocation'));
    provider.on('server_error', (_context, error) => report(error, ''));
    return provider;
  }

  return {
    async handle({ incoming, outgoing, requestId, body, address, session }) {
      outgoing.setHeader('X-Request-Id', requestId);
      outgoing.setHeader('X-Content-Type-Options', 'nosniff');
      outgoing.setHeader('Cache-Control', 'no-store');
      if (incoming.url?.startsWith('/.well-known/oauth-protected-resource')) return answerMetadata(incoming, outgoing, issuer, resource);
      const waitSeconds = rate.take(address);
      if (waitSeconds > 0) {
        note('too many requests of an address', { address: address ?? '' });
        outgoing.setHeader('Retry-After', waitSeconds);
        return answer(outgoing, 429, {
          error: 'temporarily_unavailable',
          error_description: `too many requests; try again in ${waitSeconds} s`,
        });
      }
      const provider = await current();
      let replayed: IncomingMessage;
      try {
        replayed = replay(incoming, body, { baseUrl, resource });
      } catch (error) {
        if (!(error instanceof ClientMetadataError)) throw error;
        note('a registration was refused', { detail: error.message });
        answer(outgoing, 400, { error: 'invalid_redirect_uri', error_description: error.message });
        return;
      }
      await underWay.run({ address, session }, () => provider.callback()(replayed, outgoing));
    },
  };
}

function detailOf(error: Error): string {
  return `${'error_detail' in error ? error.error_detail : 'error_description' in error ? error.error_description : ''}`;
}

/** The person's own call: it is logged, and what is open for the grant ends in every process. */
async function endGrant(gateway: Gateway, records: AuthorizationRecords, id: string): Promise<void> {
  const grant = await records.findGrant(id);
  if (!grant) return;
  const { orgId, personId, agentId } = grant;
  const input = { agentId };
  const ended = await gateway.call({
    tool: 'remove_agent',
    credential: { type: 'person', orgId, personId },
    origin: { entrance: 'mcp', client: 'OAuth' },
    requestId: newId('req', gateway.clock()),
    readArguments: () => input,
    argumentBytes: JSON.stringify(input).length,
  });
  if (!ended.ok && !isGone(ended.error)) throw ended.error;
}

/** Somebody else ended it meanwhile. */
function isGone({ code, reason }: GatewayError): boolean {
  return code === 'unauthorized' || reason === 'no_such_item';
}

/** The same request once more, as the protocol is to see it: below `/oauth`, under the public address, and with what clients vary made one. */
function replay(incoming: IncomingMessage, body: Buffer, { baseUrl, resource }: { baseUrl: string; resource: string }): IncomingMessage {
  const { protocol, host } = new URL(baseUrl);
  const [path = '', query] = (incoming.url ?? '').split('?', 2);
  const route = path.includes('/.well-known/') ? '/.well-known/oauth-authorization-server' : path.slice('/oauth'.length);
  const isAuthorization = route === '/auth';
  const mend = (text: string) => mendParameters(new URLSearchParams(text), resource, isAuthorization).toString();
  const isForm = incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const sent = isForm ? Buffer.from(mend(body.toString())) : route === '/reg' ? readRegistration(body) : body;
  const url = query === undefined ? route : `${route}?${isAuthorization ? mend(query) : query}`;
  const replayed = new IncomingMessage(incoming.socket);
  const { origin: _origin, 'transfer-encoding': _encoding, ...headers } = incoming.headers;
  replayed.headers = { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1), 'content-length': `${sent.length}` };
  delete replayed.headers['x-forwarded-host'];
  if (sent.length === 0) delete replayed.headers['content-length'];
  Object.assign(replayed, { method: incoming.method, url, originalUrl: `/oauth${url}`, httpVersion: incoming.httpVersion, complete: true });
  replayed.push(sent);
  replayed.push(null);
  return replayed;
}

/** What is no JSON object is left to the protocol to refuse. */
function readRegistration(body: Buffer): Buffer {
  let given: unknown;
  try {
    given = JSON.parse(body.toString());
  } catch {
    return body;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return body;
  const { client_id: _theirs, ...metadata } = readClientMetadata(given as Record<string, unknown>);
  return Buffer.from(JSON.stringify(metadata));
}

/** Gets a document that describes a client, and gives of it what may be kept. */
function fetchClient(getDocument: GetDocument): typeof fetch {
  return async (address) => {
    const response = await getDocument(`${address}`);
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (response.status !== 200) return new Response(null, { status: 502 });
    if (type !== 'application/json' && !type.endsWith('+json')) throw new ClientMetadataError(`the document is ${type}, and no JSON`);
    const document: unknown = JSON.parse(await response.text());
    if (typeof document !== 'object' || document === null || 'client_secret' in document)
      throw new ClientMetadataError('the document describes no public client');
    const headers = { 'Cache-Control': response.headers.get('cache-control') ?? '', 'Content-Type': 'application/json' };
    return new Response(JSON.stringify(readClientMetadata(document as Record<string, unknown>)), { headers });
  };
}

/** RFC 9728: where tokens for this resource come from. */
function answerMetadata({ method }: IncomingMessage, outgoing: ServerResponse, issuer: string, resource: string): void {
  outgoing.setHeader('Access-Control-Allow-Origin', '*');
  outgoing.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
  outgoing.setHeader('Access-Control-Allow-Headers', '*');
  if (method === 'OPTIONS') return void outgoing.writeHead(204).end();
  if (method !== 'GET' && method !== 'HEAD') {
    outgoing.setHeader('Allow', 'GET, HEAD');
    answer(outgoing, 405, { error: 'invalid_request', error_description: 'metadata are read with GET' });
    return;
  }
  answer(outgoing, 200, {
    resource,
    resource_name: 'Gatehouse',
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  });
}

function answer(outgoing: ServerResponse, status: number, body: object): void {
  const json = JSON.stringify(body);
  outgoing.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  outgoing.end(json);
}
