import { serve } from '@hono/node-server';
import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { serveParent } from './child.ts';
import { echoServer } from './services/services-echo.ts';

/** Target of calls forwarded over HTTP. The address /2025 speaks only the older protocol. */
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
