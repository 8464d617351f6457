import { serve } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serveParent } from './child.ts';

/** The SDK's client alone, like a program that calls the service directly. Each request runs a load and returns its result. */
export interface DirectLoad {
  url: string;
  inFlight: number;
  seconds: number;
}

export interface DirectResult {
  calls: number;
  cpuMicros: number;
}

async function run({ url, inFlight, seconds }: DirectLoad): Promise<DirectResult> {
  const client = new Client({ name: 'direct', version: '1.0.0' }, { capabilities: {}, versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const endAt = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let calls = 0;
  const drive = async () => {
    while (performance.now() < endAt) {
      const { content } = await client.callTool({ name: 'echo', arguments: { message: `call ${calls}` } });
      if (!Array.isArray(content) || content.length !== 1) throw new Error(`not an echo: ${JSON.stringify(content)}`);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, drive));
  const { user, system } = process.cpuUsage(before);
  await client.close();
  return { calls, cpuMicros: (user + system) / calls };
}

const fetch = async (request: Request) => Response.json(await run((await request.json()) as DirectLoad));
const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  serveParent(port, async () => void server.close());
});
