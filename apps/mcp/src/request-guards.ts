import type { IncomingMessage } from 'node:http';
import { GatewayError } from '@gatehouse/core';
import { checkContentHeaders } from '@gatehouse/entrance';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

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

/** Whether a Host header names this gateway. */
export function isAllowedHost(host: string, allowedHosts: ReadonlySet<string>): boolean {
  const name = hostnameOf(`http://${host}`);
  return name !== undefined && allowedHosts.has(name);
}

/** The names under which a gateway may be addressed: anything else is a page that rebound its name to us. */
export function hostsOf(baseUrl: string | null, more: readonly string[]): ReadonlySet<string> {
  const base = baseUrl === null ? undefined : hostnameOf(baseUrl);
  const named = more.map((host) => hostnameOf(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`));
  return new Set([...loopback, base, ...named].filter((host) => host !== undefined));
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
  return from !== undefined && (from === host || loopback.includes(from));
}

function hostnameOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && parsed.hostname !== '' ? parsed.hostname : undefined;
}

export function jsonRpcError(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
