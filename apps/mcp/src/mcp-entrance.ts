import { type Caller, createChangeFeed, errorBody, type Gateway, GatewayError, newId } from '@gatehouse/core';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  type McpRequestContext,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { type Incoming, MalformedMessage, ordinaryArgumentBytes, readIncoming } from './incoming.ts';
import { createLegacyLeg } from './legacy-leg.ts';
import { createListenStreams } from './listen-streams.ts';
import { createProtocolServer } from './protocol-server.ts';
import { readBody } from './read-body.ts';
import { hostsOf, jsonRpcError, refuseContent, refuseRequest } from './request-guards.ts';
import { createToolList } from './tool-list.ts';
import type { Visit } from './visit.ts';

export interface McpEntranceOptions {
  gateway: Gateway;
  /** Told of faults of ours; what a client did wrong is only answered. */
  report: (error: unknown) => void;
  /** Shown to clients as the server's version. */
  version: string;
  /** Host names to answer under besides loopback and the base URL's: the address it listens on. */
  hosts?: readonly string[];
  /** Open `subscriptions/listen` streams per key. */
  maximumStreamsPerKey?: number;
}

export interface McpEntrance {
  /** Answers one request to `/mcp`, whatever its method. Never rejects. */
  handle(request: Request): Promise<Response>;
  /** Ends all listen streams and opens no more; calls under way finish by themselves. */
  close(): Promise<void>;
}

/** The largest message: a `write_file` of 25 MiB in base64 (D17). Keys that may only read have nothing that large to send. */
const maximumBodyBytes: Record<Caller['access'], number> = { read: ordinaryArgumentBytes, write: 36 * 1024 * 1024 };

/** MCP over streamable HTTP: protocol 2026-07-28 and every older version on one stateless endpoint. */
export function createMcpEntrance(options: McpEntranceOptions): McpEntrance {
  const { gateway, report, version, hosts = [], maximumStreamsPerKey = 16 } = options;
  const allowedHosts = hostsOf(gateway.settings.baseUrl, hosts);
  const toolsFor = createToolList(gateway.registry);
  const factory = ({ authInfo, era }: McpRequestContext) =>
    createProtocolServer({ visit: visitOf(authInfo), toolsFor, version, report, era });
  const modern = createMcpHandler(factory, { legacy: 'reject' });
  const legacy = createLegacyLeg(factory);
  const feed = createChangeFeed({ store: gateway.store, registry: gateway.registry, clock: gateway.clock, report });
  const streams = createListenStreams({ gateway, feed, factory, report, maximumPerKey: maximumStreamsPerKey });

  async function handle(request: Request): Promise<Response> {
    const requestId = newId('req', gateway.clock());
    const response = await answer(request, requestId).catch((error) => {
      // A body that broke off with its connection is nobody's fault of ours.
      if (!request.signal.aborted) report(error);
      return jsonRpcError(500, -32603, `Internal error: report request id ${requestId} if it stays`);
    });
    response.headers.set('X-Request-Id', requestId);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  }

  async function answer(request: Request, requestId: string): Promise<Response> {
    const refused = refuseRequest(request, allowedHosts);
    if (refused) return refused;
    const key = readKey(request.headers.get('authorization'));
    let caller: Caller;
    try {
      caller = await gateway.identify({ type: 'key', key });
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'unauthorized') return unauthorized(error);
      throw error;
    }
    const wrongContent = refuseContent(request);
    if (wrongContent) return wrongContent;
    const incoming = await readMessage(request, caller);
    if (incoming instanceof Response) return incoming;
    return await serve(request, incoming, { key: key as string, caller, requestId });
  }

  async function serve(
    request: Request,
    { body, given }: Incoming,
    { key, caller, requestId }: { key: string; caller: Caller; requestId: string },
  ) {
    const visit: Visit = {
      gateway,
      key,
      caller: async () => caller,
      userAgent: request.headers.get('user-agent') ?? undefined,
      given,
      nextRequestId: requestIds(requestId, gateway),
    };
    const serving = { authInfo: { token: key, clientId: caller.key?.id ?? '', scopes: [], extra: { visit } }, parsedBody: body };
    if (!namesItsRevision(body) && (await isLegacyRequest(request, body))) return await legacy(request, serving);
    if (methodOf(body) === 'subscriptions/listen') return await streams.open(request, { key, ...serving });
    return await modern.fetch(request, serving);
  }

  return { handle, close: () => streams.close() };
}

async function readMessage(request: Request, caller: Caller): Promise<Incoming | Response> {
  const limit = maximumBodyBytes[caller.access];
  const bytes = await readBody(request, limit);
  if (!bytes) {
    // The rest of the body is still on its way: the connection cannot carry another request.
    return jsonRpcError(413, -32600, `Payload too large: a message may have ${limit} bytes with this key`, { Connection: 'close' });
  }
  try {
    return readIncoming(bytes);
  } catch (error) {
    if (error instanceof MalformedMessage) return jsonRpcError(400, error.code, error.message);
    throw error;
  }
}

/** The SDK hands `extra` through untouched; its type knows nothing of what we put there. */
function visitOf(authInfo: AuthInfo | undefined): Visit {
  return authInfo?.extra?.visit as Visit;
}

function readKey(authorization: string | null): string | undefined {
  return /^Bearer +([^\s,]+)$/i.exec(authorization ?? '')?.[1];
}

function unauthorized(error: GatewayError): Response {
  return Response.json(errorBody(error), { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** The first call of a request has the request's own id; further calls of a batch get theirs. */
function requestIds(first: string, gateway: Gateway): () => string {
  let next: string | undefined = first;
  return () => {
    const id = next ?? newId('req', gateway.clock());
    next = undefined;
    return id;
  };
}

/** Messages of 2026-07-28 and later say so themselves; only for others is it worth asking the SDK. */
function namesItsRevision(body: unknown): boolean {
  const { params } = (body ?? {}) as { params?: { _meta?: Record<string, unknown> } };
  return params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
}

function methodOf(body: unknown): unknown {
  return (body as { method?: unknown } | null)?.method;
}
