import { serve } from '@hono/node-server';
import { createMcpHandler, isLegacyRequest, McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { serveParent } from './child.ts';

/**
 * What calls are forwarded to: an MCP server with a tool that gives its argument back, and one that does the same and has many more; at
 * /2025 it speaks the older protocol only.
 */
const message = { type: 'string' };
const more = Array.from({ length: 200 }, (_, index) => [
  `filter_${index}`,
  { type: 'string', description: 'Only what fits.', maxLength: 200 },
]);
const tools = Object.entries({ echo: { message }, echo_much: { message, ...Object.fromEntries(more) } }).map(([name, properties]) => ({
  name,
  description: 'Gives the message back.',
  inputSchema: { type: 'object' as const, properties, required: ['message'] },
  annotations: { readOnlyHint: true },
}));

function echoServer(): McpServer {
  const mcp = new McpServer({ name: 'echo', version: '1.0.0' });
  mcp.server.registerCapabilities({ tools: {} });
  mcp.server.setRequestHandler('tools/list', async () => ({ tools }));
  mcp.server.setRequestHandler('tools/call', async ({ params }) => ({
    content: [{ type: 'text' as const, text: String(params.arguments?.message) }],
  }));
  return mcp;
}

const modern = createMcpHandler(echoServer, { legacy: 'reject' });

async function fetch(request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405 });
  const parsedBody: unknown = JSON.parse(await request.text());
  if (!(await isLegacyRequest(request, parsedBody))) {
    if (request.url.endsWith('/2025')) return new Response('no session', { status: 400 });
    return await modern.fetch(request, { parsedBody });
  }
  const server = echoServer();
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
