import type { ServerResponse } from 'node:http';
import {
  type Caller,
  createAccessWatch,
  createItemFilter,
  errorBody,
  type Gateway,
  GatewayError,
  internalError,
  newId,
} from '@gatehouse/core';
import {
  type Bodies,
  createAddressReader,
  createStreamPlaces,
  hostsOf,
  largestArgumentBytes,
  type PrincipalQuotas,
  presentedKey,
  type ReceivedBody,
  readKey,
  type TrustedProxies,
} from '@gatehouse/entrance';
import type { AuthInfo, McpRequestContext } from '@modelcontextprotocol/server';
import { createProtocolServer } from '../protocol/protocol-server.ts';
import { createToolList } from '../protocol/tool-list.ts';
import { createCallsInFlight } from '../requests/calls-in-flight.ts';
import { createClientNames } from '../requests/client-names.ts';
import { challenge, createFirstVisits, credentialOf, type SignIn, shownBy } from '../requests/credential.ts';
import { type NodeRequest, nodeRequestOf } from '../requests/node-request.ts';
import { jsonRpcError, refuseContent, refuseRequest } from '../requests/request-guards.ts';
import type { RequestScope } from '../requests/request-scope.ts';
import { createListenStreams } from '../streams/listen-streams.ts';
import { createMessageServer, isStream } from './message-server.ts';
import { type ArrivedRequest, takeArrived } from './quick/arrived-request.ts';
import { createQuickPath } from './quick/quick-path.ts';

export interface McpEntranceOptions {
  gateway: Gateway;
  /** Body budget that all entrances of the process share. */
  bodies: Bodies;
  /** Gets errors of the gateway. Errors of clients are only answered. */
  report: (error: unknown) => void;
  /** Shown to clients as the server's version. */
  version: string;
  /** Host names to answer under besides loopback and the base URL's: the address it listens on. */
  hosts?: readonly string[];
  /** Origins of pages that may send messages, besides loopback and the base URL's. */
  allowedOrigins?: readonly string[] | undefined;
  /** Open `subscriptions/listen` streams per key. */
  maxStreamsPerKey?: number;
  /** Stream quotas that all entrances of the process share. */
  streamPlaces?: PrincipalQuotas;
  /** Proxies whose forwarding headers are trusted. */
  trustedProxies?: TrustedProxies | undefined;
  /** Sign-in of clients. Undefined if clients cannot sign in. // D47 */
  signIn?: SignIn | undefined;
  /** False has everything answered by the SDK, for comparing. */
  isQuick?: boolean;
}

export interface McpEntrance {
  /** Answers one request to `/mcp`, whatever its method. Never rejects. */
  handle(request: Request, node?: NodeRequest): Promise<Response>;
  /** Handles clients that have a key. They are never sent to sign in. */
  handleKeys(request: Request, node?: NodeRequest): Promise<Response>;
  /** Ends all listen streams and opens no new ones. Running calls finish. */
  close(): Promise<void>;
}

/** Maximum bytes of a message besides the arguments of its call. */
const envelopeBytes = 64 * 1024;
const looks: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** MCP over streamable HTTP: protocol 2026-07-28 and every older version on one stateless endpoint. */
export function createMcpEntrance(options: McpEntranceOptions): McpEntrance {
  const { gateway, bodies, report, version, hosts = [], allowedOrigins = [], maxStreamsPerKey = 16, isQuick = true } = options;
  const { streamPlaces: places = createStreamPlaces(), trustedProxies } = options;
  const inFlight = createCallsInFlight();
  const addressOf = createAddressReader(trustedProxies);
  const allowedHosts = hostsOf(gateway.settings.baseUrl, hosts);
  const toolsFor = createToolList(gateway);
  const factory = ({ authInfo, era }: McpRequestContext) => {
    const scope = scopeOf(authInfo);
    return createProtocolServer({ scope, toolsFor, version, instructions: scope.instructions, report, era });
  };
  const { store, registry, clock } = gateway;
  // Keys that may only read have no file to send (D17).
  const maxMessage: Record<Caller['access'], number> = {
    read: largestArgumentBytes(registry, 'read') + envelopeBytes,
    write: largestArgumentBytes(registry, 'write') + envelopeBytes,
  };
  const changes = createItemFilter({ store, registry, clock, report });
  const access = createAccessWatch({ store, clock, report, listTools: gateway.listTools });
  const names = createClientNames(gateway.settings.secret);
  const isFirstVisit = createFirstVisits(gateway);
  const quick = createQuickPath({ gateway, version, allowedHosts, names, inFlight });
  const streams = createListenStreams({ access, changes, factory, report, maxPerKey: maxStreamsPerKey, places });
  const serve = createMessageServer({ gateway, factory, streams, names, inFlight });

  async function handle(request: Request, node: NodeRequest, signIn: SignIn | undefined): Promise<Response> {
    const requestId = node.requestId ?? newId('req', gateway.clock());
    try {
      const arrived = isQuick ? await takeArrived(node.incoming) : undefined;
      const response = arrived && (await quick.answer(arrived, { requestId, signIn, signal: () => request.signal }));
      return response ?? finished(await answer(request, node, requestId, arrived, signIn), requestId);
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'unauthorized') {
        const shown = shownBy(presentedKey(node.incoming.rawHeaders));
        signIn?.onRefused?.({ requestId, ...sourceOf(node), shown });
        return finished(unauthorized(error, challenge(signIn, shown)), requestId);
      }
      // Do not report errors of connections that the client closed.
      if (!request.signal.aborted) report(error);
      return finished(faultResponse(internalError(error, requestId), requestId), requestId);
    }
  }

  function offeredTo(incoming: NodeRequest['incoming']): SignIn | undefined {
    const { signIn } = options;
    return signIn?.isOfferedTo?.(incoming) === false ? undefined : signIn;
  }

  function sourceOf({ incoming, outgoing }: NodeRequest) {
    // A request that did not come over a connection has no `outgoing`.
    return { address: outgoing && addressOf(incoming), userAgent: incoming.headers['user-agent'] };
  }

  async function answer(
    request: Request,
    node: NodeRequest,
    requestId: string,
    arrived: ArrivedRequest | undefined,
    signIn: SignIn | undefined,
  ): Promise<Response> {
    const { incoming, outgoing } = node;
    const refused = refuseRequest(request, { allowedHosts, allowedOrigins, baseUrl: gateway.settings.baseUrl });
    // Some clients send GET or HEAD to find out whether they have to sign in.
    const isLook = refused?.status === 405 && looks.has(request.method) && presentedKey(incoming.rawHeaders) === undefined;
    if (refused && !(isLook && signIn)) return refused;
    const key = readKey(incoming.rawHeaders);
    const credential = credentialOf(key, signIn);
    const caller = await gateway.identify(credential);
    const { address, userAgent } = sourceOf(node);
    // First visits never take the quick path.
    if (caller.key && isFirstVisit(credential, caller))
      signIn?.onConnected?.({ requestId, address, userAgent, orgId: caller.orgId, keyId: caller.key.id });
    const wrongContent = refuseContent(incoming);
    if (wrongContent) return wrongContent;
    const visitor = { key: key!, credential, caller, requestId, address, signIn };
    if (arrived) return await quick.learnList(arrived, caller, await serve(request, arrived.bytes, visitor));
    const maxBytes = maxMessage[caller.access];
    const body = await bodies.read(incoming, { maxBytes, key });
    if (body.outcome !== 'whole') return refuseBody(body, maxBytes);
    const release = () => bodies.release(body);
    try {
      const response = await serve(request, body.bytes, visitor);
      if (!isStream(response) || !outgoing) release();
      else whenOver(incoming, outgoing, release);
      return response;
    } catch (error) {
      release();
      throw error;
    }
  }

  return {
    handle: (request, node = nodeRequestOf(request)) => handle(request, node, offeredTo(node.incoming)),
    handleKeys: (request, node = nodeRequestOf(request)) => handle(request, node, undefined),
    close: () => streams.close(),
  };
}

/** The rest of such a body may still be on its way: the connection cannot carry another request. */
function refuseBody({ outcome }: Exclude<ReceivedBody, { outcome: 'whole' }>, maxBytes: number): Response {
  const close = { Connection: 'close' };
  switch (outcome) {
    case 'too_large':
      return jsonRpcError(413, -32600, `Payload too large: a message can have at most ${maxBytes} bytes with this key`, close);
    case 'too_slow':
      return jsonRpcError(
        408,
        -32000,
        'Request timeout: this request did not arrive in time; send it completely, without long pauses',
        close,
      );
    case 'no_room':
      return jsonRpcError(503, -32000, 'Service unavailable: too much data is arriving, with this key or in total', {
        ...close,
        'Retry-After': '1',
      });
    case 'aborted':
      return jsonRpcError(400, -32700, 'Parse error: the body broke off', close);
    default:
      return outcome satisfies never;
  }
}

/**
 * Calls `tell` when a request is over. A request queued after another on its connection has no `close` event when the connection breaks.
 */
function whenOver({ socket }: NodeRequest['incoming'], outgoing: ServerResponse, tell: () => void): void {
  if (outgoing.destroyed || socket.destroyed) tell();
  outgoing.once('close', tell);
  if (outgoing.socket === null) socket.setMaxListeners(0).once('close', tell);
}

function finished(response: Response, requestId: string): Response {
  // The SDK sets `keep-alive` on every stream. It would be wrong for a server that drains, and for a client that asked to close the
  // connection.
  if (response.headers.get('connection') === 'keep-alive') response.headers.delete('connection');
  response.headers.set('X-Request-Id', requestId);
  response.headers.set('Cache-Control', 'no-store');
  return response;
}

/** Reads the scope from `extra`, which the SDK passes through without a type. */
function scopeOf(authInfo: AuthInfo | undefined): RequestScope {
  return authInfo?.extra?.scope as RequestScope;
}

/** Response for a fault before there was a call, which the client did not cause. // D7 */
function faultResponse({ message, retryAfterSeconds }: GatewayError, requestId: string): Response {
  if (retryAfterSeconds === undefined) return jsonRpcError(500, -32603, `Internal error: report request ID ${requestId} if it stays`);
  return jsonRpcError(503, -32000, `Service unavailable: ${message}`, { 'Retry-After': `${retryAfterSeconds}` });
}

function unauthorized(error: GatewayError, asked: string): Response {
  return Response.json(errorBody(error), { status: 401, headers: { 'WWW-Authenticate': asked } });
}
