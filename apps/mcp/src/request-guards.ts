import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@gatehouse/core';
import { checkContentHeaders, hostnameOf, isLoopbackHost } from '@gatehouse/entrance';

/** What a request must be before its key is looked at; answers it where it is not. */
export function refuseRequest(request: Request, allowedHosts: ReadonlySet<string>): Response | undefined {
  const host = hostnameOf(`http://${request.headers.get('host') ?? ''}`);
  if (host === undefined || !allowedHosts.has(host)) {
    return jsonRpcError(
      403,
      -32000,
      'Forbidden: this gateway does not answer under this Host; set GATEHOUSE_BASE_URL to its public address',
    );
  }
  const origin = request.headers.get('origin');
  if (origin !== null && !isAllowedOrigin(origin, host))
    return jsonRpcError(403, -32000, 'Forbidden: requests of this Origin are not accepted');
  if (request.method !== 'POST') {
    return jsonRpcError(405, -32000, 'Method not allowed: send MCP messages by POST', { Allow: 'POST' });
  }
  return undefined;
}

/** Checked when the key was found good: a body that nobody may send is not looked at. */
export function refuseContent(incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): Response | undefined {
  try {
    checkContentHeaders(incoming);
    return undefined;
  } catch (error) {
    if (error instanceof GatewayError) return jsonRpcError(415, -32000, `Unsupported Media Type: ${error.message}`);
    throw error;
  }
}

function isAllowedOrigin(origin: string, host: string): boolean {
  const from = hostnameOf(origin);
  return from !== undefined && (from === host || isLoopbackHost(from));
}

export function jsonRpcError(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
