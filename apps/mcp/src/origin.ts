import type { Origin, Sdk } from '@gatehouse/core';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Visit } from './visit.ts';

/** What a message says of its client and its trace: the SDK's context, or the message's own `_meta`. */
export interface Declared {
  mcpReq: { envelope?: object | undefined; _meta?: object | undefined };
}

/** Where an MCP call comes from, for the activity log: the client's word for itself, its User-Agent, its trace (D15). */
export function originOf(visit: Pick<Visit, 'clientInfo' | 'userAgent'>, { mcpReq }: Declared): Origin {
  const sdk = clientInfoOf(mcpReq.envelope) ?? declaredSdk(visit.clientInfo?.()) ?? sdkOfUserAgent(visit.userAgent);
  return { entrance: 'mcp', sdk, client: visit.userAgent, traceId: traceIdOf(mcpReq._meta) };
}

function clientInfoOf(envelope: object | undefined): Sdk | undefined {
  // The envelope's type names its keys by constants that do not index it.
  return declaredSdk((envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY]);
}

function declaredSdk(info: unknown): Sdk | undefined {
  if (typeof info !== 'object' || info === null || !('name' in info) || typeof info.name !== 'string' || info.name === '') return undefined;
  return { name: info.name, version: 'version' in info && typeof info.version === 'string' ? info.version : null };
}

const product = /^([!#$%&'*+.^_`|~0-9A-Za-z@-]{1,100})(?:\/([!#$%&'*+.^_`|~0-9A-Za-z-]{1,50}))?/;

/** Stateless clients of the 2025 era name themselves on `initialize` only; their calls leave the User-Agent. */
function sdkOfUserAgent(userAgent: string | undefined): Sdk | undefined {
  const match = userAgent ? product.exec(userAgent) : null;
  return match ? { name: match[1] as string, version: match[2] ?? null } : undefined;
}

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

function traceIdOf(meta: object | undefined): string | undefined {
  const header = (meta as { traceparent?: unknown } | undefined)?.traceparent;
  return typeof header === 'string' ? traceparent.exec(header)?.[1] : undefined;
}
