import type { Origin, Sdk } from '@gatehouse/core';
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { RequestContext, Visit } from './visit.ts';

/** Where an MCP call comes from, for the activity log: the client's word for itself, its User-Agent, its trace (D15). */
export function originOf(visit: Visit, context: RequestContext): Origin {
  const sdk = clientInfoOf(context) ?? declaredSdk(visit.clientInfo?.()) ?? sdkOfUserAgent(visit.userAgent);
  return { entrance: 'mcp', sdk, client: visit.userAgent, traceId: traceIdOf(context.mcpReq._meta?.traceparent) };
}

function clientInfoOf(context: RequestContext): Sdk | undefined {
  // The envelope's type names its keys by constants that do not index it.
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
  return declaredSdk(envelope?.[CLIENT_INFO_META_KEY]);
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

function traceIdOf(header: unknown): string | undefined {
  return typeof header === 'string' ? traceparent.exec(header)?.[1] : undefined;
}
