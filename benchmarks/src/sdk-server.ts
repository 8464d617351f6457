import { serve } from '@hono/node-server';
import { createMcpHandler, isLegacyRequest, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { serveParent } from './child.ts';

/**
 * Minimal use of the SDK, serving one tool that does nothing, without key, limit, validation and log. The MCP entrance is compared with it.
 */
const answer = { structuredContent: { ok: true }, content: [{ type: 'text' as const, text: '{"ok":true}' }] };

function emptyServer(): McpServer {
  const mcp = new McpServer({ name: 'empty', version: '1.0.0' });
  mcp.server.registerCapabilities({ tools: {} });
  mcp.server.setRequestHandler('tools/call', async () => answer);
  return mcp;
}

const modern = createMcpHandler(emptyServer, { legacy: 'reject' });

async function fetch(request: Request): Promise<Response> {
  const parsedBody: unknown = JSON.parse(await request.text());
  if (!(await isLegacyRequest(request, parsedBody))) return await modern.fetch(request, { parsedBody });
  const server = emptyServer();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    void server.close();
  }
}

const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  serveParent(port, async () => void server.close());
});
