import { type Caller, type Credential, type Gateway, newId } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import { createMcpHandler, isLegacyRequest, type McpRequestContext, type McpServer } from '@modelcontextprotocol/server';
import { instructionsFor } from '../protocol/instructions.ts';
import { type CallsInFlight, cancelledIds, ownerOf } from '../requests/calls-in-flight.ts';
import { type ClientNames, sessionIdHeader } from '../requests/client-names.ts';
import { type SignIn, stepUp } from '../requests/credential.ts';
import { type Incoming, MalformedMessage, namesItsRevision, readIncoming } from '../requests/incoming.ts';
import { declaredSdk } from '../requests/origin.ts';
import { jsonRpcError } from '../requests/request-guards.ts';
import type { RequestScope } from '../requests/request-scope.ts';
import type { ListenStreams } from '../streams/listen-streams.ts';
import { createLegacyLeg } from './legacy-leg.ts';

export interface MessageServerOptions {
  gateway: Gateway;
  factory: (context: McpRequestContext) => McpServer;
  streams: Pick<ListenStreams, 'open'>;
  names: ClientNames;
  inFlight: CallsInFlight;
}

/** Caller of a request. */
export interface Visitor {
  /** Bearer of the request: a key or an access token. */
  key: string;
  credential: Credential;
  caller: Caller;
  requestId: string;
  /** Undefined if it does not identify the caller. */
  address: string | undefined;
  /** Sign-in, if this caller can use it. */
  signIn: SignIn | undefined;
}

export type ServeMessage = (request: Request, bytes: Buffer, visitor: Visitor) => Promise<Response>;

/** Answers messages and batches with the SDK, in the protocol revision that each one names. */
export function createMessageServer({ gateway, factory, streams, names, inFlight }: MessageServerOptions): ServeMessage {
  const modern = createMcpHandler(factory, { legacy: 'reject' });
  const legacy = createLegacyLeg(factory);

  /** Sets the HTTP status too, if the request holds only the refused call. */
  function raised(response: Response, { needsWrite }: RequestScope, body: unknown, signIn: SignIn | undefined): Response {
    return needsWrite && !Array.isArray(body) && !isStream(response) ? stepUp(response, signIn) : response;
  }

  /** Adds the session id, which contains the client's name. Only an accepted `initialize` sets the name in the scope. */
  function named(response: Response, scope: RequestScope): Response {
    const client = declaredSdk(scope.clientInfo?.());
    if (client) response.headers.set(sessionIdHeader, names.sign(client));
    return response;
  }

  return async function serve(request, bytes, { key, credential, caller, requestId, address, signIn }) {
    const incoming = readMessage(bytes);
    if (incoming instanceof Response) return incoming;
    const { body, given } = incoming;
    const sessionId = request.headers.get(sessionIdHeader);
    const userAgent = request.headers.get('user-agent') ?? undefined;
    const owner = ownerOf(key, sessionId, userAgent);
    inFlight.cancel(owner, cancelledIds(body));
    const scope: RequestScope = {
      gateway,
      credential,
      caller: async () => caller,
      userAgent,
      machine: request.headers.get('x-gatehouse-machine') ?? undefined,
      traceparent: request.headers.get('traceparent') ?? undefined,
      namedBefore: names.read(sessionId),
      given,
      instructions: asksForInstructions(body) ? await instructionsFor(gateway, caller.orgId) : undefined,
      inFlight: (id, connection) => inFlight.begin(owner, id, connection),
      nextRequestId: requestIds(requestId, gateway),
    };
    const serving = { authInfo: { token: key, clientId: caller.key?.id ?? '', scopes: [], extra: { scope } }, parsedBody: body };
    if (!namesItsRevision(body) && (await isLegacyRequest(request, body)))
      return raised(named(await legacy(request, serving), scope), scope, body, signIn);
    if (fieldOf(body, 'method') === 'subscriptions/listen')
      return await streams.open(request, { key, credential, address, scope, ...serving });
    return raised(await modern.fetch(request, serving), scope, body, signIn);
  };
}

export function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

function readMessage(bytes: Buffer): Incoming | Response {
  try {
    return readIncoming(bytes);
  } catch (error) {
    if (error instanceof MalformedMessage) return jsonRpcError(400, error.code, error.message, {}, error.id);
    throw error;
  }
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

const greetings: ReadonlySet<unknown> = new Set(['initialize', 'server/discover']);

function asksForInstructions(body: unknown): boolean {
  return Array.isArray(body) ? body.some(asksForInstructions) : greetings.has(fieldOf(body, 'method'));
}
