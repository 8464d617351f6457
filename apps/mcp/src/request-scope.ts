import type { Caller, Credential, Gateway, Sdk } from '@gatehouse/core';
import type { Implementation, RequestId, ServerContext } from '@modelcontextprotocol/server';
import type { CallInFlight } from './calls-in-flight.ts';
import type { GivenArguments } from './incoming.ts';

/** What the handlers know of who calls: one HTTP request, or one stdio connection. */
export interface RequestScope {
  gateway: Gateway;
  credential: Credential;
  /** Rejects with `unauthorized` when the key becomes invalid. */
  caller: () => Promise<Caller>;
  userAgent?: string | undefined;
  /** The name that the program gives its machine, which no message of the protocol can carry (D72). */
  machine?: string | undefined;
  /** The header of the HTTP request. */
  traceparent?: string | undefined;
  /** What a client is told on connecting; undefined where no message of the request asks for it. */
  instructions?: string | undefined;
  /** What the client said of itself on an earlier `initialize`, by the session id it sends (2025 era over HTTP). */
  namedBefore?: Sdk | undefined;
  /** The arguments of tool calls that wait for their handler, by request id. */
  given: Map<RequestId, GivenArguments>;
  /** Over HTTP, where a call is cancelled by another request than its own. */
  inFlight?: ((id: RequestId, connection: AbortSignal) => CallInFlight) | undefined;
  /** A call was refused that a client may ask for when it signs in again. */
  needsWrite?: boolean;
  /** The request id of the next call. */
  nextRequestId: () => string;
  /** What the client said of itself in this request or on this connection (2025 era). */
  clientInfo?: () => Implementation | undefined;
}

/** What the handlers read of the SDK's context. */
export type RequestContext = Pick<ServerContext, 'mcpReq'>;
