import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Server } from '@modelcontextprotocol/server';
import { proxyServer, startHTTPServer } from 'mcp-proxy';
import { serveParent } from './child.ts';

/** mcp-proxy before the program that it is given, put together as its own command does it: no key, no limit, no check, no log. */
const program = process.argv[2] as string;
const client = new Client({ name: 'mcp-proxy', version: '1.0.0' }, { capabilities: {} });
await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'inherit' }));
const serverCapabilities = client.getServerCapabilities() ?? {};

async function createServer(): Promise<Server> {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: serverCapabilities });
  await proxyServer({ client, server, serverCapabilities });
  return server;
}

// mcp-proxy does not report its port if it chooses a free one.
const place = createTcpServer().listen(0, '127.0.0.1');
await once(place, 'listening');
const { port } = place.address() as AddressInfo;
place.close();
await once(place, 'close');
const proxy = await startHTTPServer({ createServer, host: '127.0.0.1', port, sseEndpoint: null });
serveParent(port, async () => {
  await proxy.close();
  await client.close();
});
