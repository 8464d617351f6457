import type { Origin, Sdk } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import { readTraceparent, readUserAgentProduct } from '@gatehouse/entrance';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { RequestScope } from './request-scope.ts';

/** Client and trace that a message declares, in the SDK's context or in the message's `_meta`. */
export interface Declared {
  mcpReq: { envelope?: object | undefined; _meta?: object | undefined };
}

/** Origin of an MCP call for the activity log: declared client, User-Agent and trace. // D15 */
export function originOf(
  scope: Pick<RequestScope, 'clientInfo' | 'namedBefore' | 'userAgent' | 'machine' | 'traceparent'>,
  { mcpReq }: Declared,
): Origin {
  // A client of the 2025 era without a session id states its name only on `initialize`. For its calls, the User-Agent remains.
  const named = clientInfoOf(mcpReq.envelope) ?? declaredSdk(scope.clientInfo?.()) ?? scope.namedBefore;
  const sdk = named ?? readUserAgentProduct(scope.userAgent);
  const traceparent = traceOf(mcpReq._meta) ?? readTraceparent(scope.traceparent);
  return { entrance: 'mcp', sdk, client: scope.userAgent, machine: scope.machine, traceparent };
}

/** Trace of a message. It has priority over the request header, which all calls of a batch share. // D14 */
function traceOf(meta: object | undefined): string | undefined {
  return readTraceparent(fieldOf(meta, 'traceparent'));
}

function clientInfoOf(envelope: object | undefined): Sdk | undefined {
  return declaredSdk(fieldOf(envelope, CLIENT_INFO_META_KEY));
}

/** Declared name and version of a client. */
export function declaredSdk(info: unknown): Sdk | undefined {
  if (typeof info !== 'object' || info === null || !('name' in info) || typeof info.name !== 'string' || info.name === '') return undefined;
  return { name: info.name, version: 'version' in info && typeof info.version === 'string' ? info.version : null };
}
