import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@gatehouse/core';
import { isLoopbackHost } from '@gatehouse/domain';
import { checkContentHeaders, hostnameOf } from '@gatehouse/entrance';

export interface AllowedRequests {
  allowedHosts: ReadonlySet<string>;
  /** Other origins that the operator lists. */
  allowedOrigins: readonly string[];
  baseUrl: string | null;
}

/** Refuses a request by its head, before its key is looked up. */
export function refuseRequest(request: Request, { allowedHosts, allowedOrigins, baseUrl }: AllowedRequests): Response | undefined {
  const named = request.headers.get('host') ?? '';
  const host = hostnameOf(`http://${named}`);
  if (host === undefined || !allowedHosts.has(host)) {
    return jsonRpcError(
      403,
      -32000,
      'Forbidden: this gateway does not answer under this Host; set GATEHOUSE_BASE_URL to its public address',
    );
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !allowedOrigins.includes(origin) && !isAllowedOrigin(origin, named, baseUrl))
    return jsonRpcError(403, -32000, 'Forbidden: requests of this Origin are not accepted');
  if (request.method !== 'POST') {
    return jsonRpcError(405, -32000, 'Method not allowed: send MCP messages with POST', { Allow: 'POST' });
  }
  return undefined;
}

/** Refuses a body by its headers. Called after the key was accepted, because bodies of other callers are not read. */
export function refuseContent(incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): Response | undefined {
  try {
    checkContentHeaders(incoming);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return jsonRpcError(415, -32000, `Unsupported Media Type: ${error.message}`);
    throw error;
  }
}

/** True for pages of this machine or this gateway. Compares the whole origin, since another port or scheme can be another program. */
function isAllowedOrigin(origin: string, host: string, baseUrl: string | null): boolean {
  const from = URL.parse(origin);
  if (!from || from.hostname === '') return false;
  if (isLoopbackHost(from.hostname)) return true;
  const ours = baseUrl === null ? null : new URL(baseUrl);
  if (from.origin === ours?.origin) return true;
  const scheme = ours?.protocol ?? from.protocol;
  return /^https?:$/.test(from.protocol) && from.origin === URL.parse(`${scheme}//${host}`)?.origin;
}

export function jsonRpcError(
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
  id: string | number | null = null,
): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id }, { status, headers });
}
