import {
  allTools,
  createGateway,
  createRegistry,
  createSecretBox,
  defaultCallsPerMinute,
  type GatewayError,
  recordServiceEvents,
} from '@gatehouse/core';
import { createBodies } from '@gatehouse/entrance';
import { createHttpEntrance, createMetrics, openHttpServer } from '@gatehouse/http';
import { createMcpEntrance } from '@gatehouse/mcp';
import { openServices } from '@gatehouse/services';
import { openSqlite } from '@gatehouse/storage';
import { serveParent } from './child.ts';

/** The gateway as it is started for users: limit, log and validation are on. A second argument is the limit of a key. */
const store = openSqlite({ file: process.argv[2] as string });
const metrics = createMetrics();
const report = (error: GatewayError) => process.stderr.write(`${error.message} ${String(error.cause)}\n`);
const secret = Buffer.alloc(32, 1);
const callsPerMinute = Number(process.argv[3] ?? defaultCallsPerMinute);
const services = await openServices({
  box: createSecretBox({ secret }),
  events: recordServiceEvents(store),
  report: (error) => process.stderr.write(`${String(error)}\n`),
  allowPrivate: 'all',
});
const gateway = metrics.watch(
  createGateway({
    store,
    services,
    registry: createRegistry(allTools),
    settings: { baseUrl: 'http://127.0.0.1', consoleUrl: 'http://localhost:4747', secret, callsPerMinute },
    report,
  }),
);
const bodies = createBodies();
const { app } = createHttpEntrance({ gateway, metrics, report, bodies });
const mcp = createMcpEntrance({
  gateway,
  bodies,
  version: '1.0.0',
  signIn: { resourceMetadata: 'http://127.0.0.1/.well-known/oauth-protected-resource/mcp' },
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
app.all('/mcp', (c) => mcp.handle(c.req.raw, c.env));
const server = await openHttpServer({ fetch: app.fetch as never, host: '127.0.0.1', port: 0, metrics, report });
serveParent(server.address.port, async () => {
  await Promise.all([server.drain(), mcp.close()]);
  await services.close();
  await store.close();
});
