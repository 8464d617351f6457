/** Posts to an MCP endpoint as a client would, or deliberately not as one would. */
export async function post(
  url: string,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Response> {
  return await send(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
}

/** A tool call of the 2025 era. */
export function legacyCall(name: unknown, input?: unknown, id: unknown = 1): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, ...(input !== undefined && { arguments: input }) } };
}

/** A request of the 2026 era with the headers that belong to it. */
export function modernRequest(
  method: string,
  params: Record<string, unknown> = {},
  id: unknown = 1,
): { body: object; headers: Record<string, string> } {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '7' },
    ...(params._meta as object | undefined),
  };
  const name = params.name ?? params.uri;
  return {
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta } },
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...(typeof name === 'string' && { 'Mcp-Name': name }) },
  };
}

export async function postModern(
  url: string,
  key: string,
  method: string,
  params?: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Response> {
  const { body, headers } = modernRequest(method, params);
  return await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${key}`,
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}
