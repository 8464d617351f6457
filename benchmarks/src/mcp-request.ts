export type Era = '2026-07-28' | '2025-11-25';

/**
 * MCP requests, whole, whose parameters are made of their number.
 * @param identity the header line of the key or session of the next request, with its line end
 */
export function mcpRequest(era: Era, method: string, paramsOf: (index: number) => { name?: string }, identity: () => string): () => Buffer {
  const isModern = era === '2026-07-28';
  const _meta = { 'io.modelcontextprotocol/protocolVersion': era, 'io.modelcontextprotocol/clientCapabilities': {} };
  let index = 0;
  return () => {
    index += 1;
    const params = paramsOf(index);
    const body = JSON.stringify({ jsonrpc: '2.0', id: index, method, params: isModern ? { ...params, _meta } : params });
    const names = params.name === undefined ? '' : `Mcp-Name: ${params.name}\r\n`;
    const ofEra = isModern ? `Mcp-Method: ${method}\r\n${names}` : '';
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n${identity()}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMCP-Protocol-Version: ${era}\r\n${ofEra}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return Buffer.from(head + body);
  };
}
