import type { Caller, Credential, Gateway, Sdk } from '@gatehouse/core';
import type { Implementation, RequestId, ServerContext } from '@modelcontextprotocol/server';
import type { CallInFlight } from './calls-in-flight.ts';
import type { GivenArguments } from './incoming.ts';

/** Context of the handlers: one HTTP request or one stdio connection. */
export interface RequestScope {
  gateway: Gateway;
  credential: Credential;
  /** Rejects with `unauthorized` when the key becomes invalid. */
  caller: () => Promise<Caller>;
  userAgent?: string | undefined;
  /** Machine name from the program. No message of the protocol can carry it (D72). */
  machine?: string | undefined;
  /** The header of the HTTP request. */
  traceparent?: string | undefined;
  /** Instructions for the client. Undefined if no message of the request asks for them. */
  instructions?: string | undefined;
  /** Client name from an earlier `initialize`, read from the session id (2025 era over HTTP). */
  namedBefore?: Sdk | undefined;
  /** The arguments of tool calls that wait for their handler, by request id. */
  given: Map<RequestId, GivenArguments>;
  /** Registers a call over HTTP, where another request can cancel it. */
  inFlight?: ((id: RequestId, connection: AbortSignal) => CallInFlight) | undefined;
  /** True if a call was refused for missing access that the client can get by signing in again. */
  needsWrite?: boolean;
  /** The request id of the next call. */
  nextRequestId: () => string;
  /** Client name from this request or connection (2025 era). */
  clientInfo?: () => Implementation | undefined;
}

/** Parts of the SDK's context that handlers use. */
export type RequestContext = Pick<ServerContext, 'mcpReq'>;
