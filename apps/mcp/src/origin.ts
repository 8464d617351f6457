import type { Origin, Sdk } from '@gatehouse/core';
import { readTraceparent, readUserAgentProduct } from '@gatehouse/entrance';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { RequestScope } from './request-scope.ts';

/** What a message says of its client and its trace: the SDK's context, or the message's own `_meta`. */
export interface Declared {
  mcpReq: { envelope?: object | undefined; _meta?: object | undefined };
}

/** Where an MCP call comes from, for the activity log: the client's word for itself, its User-Agent, its trace (D15). */
export function originOf(
  scope: Pick<RequestScope, 'clientInfo' | 'namedBefore' | 'userAgent' | 'machine' | 'traceparent'>,
  { mcpReq }: Declared,
): Origin {
  // A client of the 2025 era that sends no session id has named itself on `initialize` only; its calls leave the User-Agent.
  const named = clientInfoOf(mcpReq.envelope) ?? declaredSdk(scope.clientInfo?.()) ?? scope.namedBefore;
  const sdk = named ?? readUserAgentProduct(scope.userAgent);
  const traceparent = traceOf(mcpReq._meta) ?? readTraceparent(scope.traceparent);
  return { entrance: 'mcp', sdk, client: scope.userAgent, machine: scope.machine, traceparent };
}

/** What a message says of its own trace counts before the header of the request, which a batch shares (D14). */
function traceOf(meta: object | undefined): string | undefined {
  return readTraceparent((meta as { traceparent?: unknown } | undefined)?.traceparent);
}

function clientInfoOf(envelope: object | undefined): Sdk | undefined {
  // The envelope's type names its keys by constants that do not index it.
  return declaredSdk((envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY]);
}

/** The name and version of a client, as it says them itself. */
export function declaredSdk(info: unknown): Sdk | undefined {
  if (typeof info !== 'object' || info === null || !('name' in info) || typeof info.name !== 'string' || info.name === '') return undefined;
  return { name: info.name, version: 'version' in info && typeof info.version === 'string' ? info.version : null };
}
