import { setFlagsFromString } from 'node:v8';
import { internalError } from '@gatehouse/core';
import { createBodies, createStreamPlaces } from '@gatehouse/entrance';
import { createHttpEntrance, type Metrics, type openHttpServer, type ShownMetrics } from '@gatehouse/http';
import { createMcpEntrance } from '@gatehouse/mcp';
import type { Gatehouse } from '../composition.ts';
import type { Configuration } from '../configuration.ts';
import { version } from '../version.ts';
import type { ConsoleBuild } from './console-build.ts';
import { suggestProxy } from './suggest-proxy.ts';

type ServerOptions = Parameters<typeof openHttpServer>[0];

/** Both entrances of a gateway on one application. */
export interface Entrances extends Required<Pick<ServerOptions, 'fetch' | 'report' | 'onDisbelieved'>> {
  /** Ends open streams and opens no more. */
  close(): Promise<void>;
}

export function openEntrances(
  { gateway: bare, logger }: Gatehouse,
  { host, metricsToken, baseUrl, trustedProxies }: Pick<Configuration, 'host' | 'metricsToken' | 'baseUrl' | 'trustedProxies'>,
  metrics: Pick<Metrics, 'watch'> & ShownMetrics,
  { folder: consoleFolder }: Pick<ConsoleBuild, 'folder'>,
): Entrances {
  // Else V8 may come to make what each call makes among its old objects, where a dead one keeps all that it refers to (docs/architecture.md).
  setFlagsFromString('--no-allocation-site-pretenuring');
  const gateway = metrics.watch(bare);
  const report: ServerOptions['report'] = (error, requestId) => logger.fault('a request failed inside', error, { requestId });
  const bodies = createBodies();
  const streamPlaces = createStreamPlaces();
  const { app } = createHttpEntrance({
    gateway,
    metrics,
    report,
    bodies,
    streamPlaces,
    metricsAccess: { token: metricsToken, baseUrl },
    hosts: [host],
    trustedProxies,
    consoleFolder,
  });
  const mcp = createMcpEntrance({
    gateway,
    bodies,
    streamPlaces,
    trustedProxies,
    version,
    hosts: [host],
    report: (error) => report(internalError(error, ''), ''),
  });
  app.all('/mcp', (c) => mcp.handle(c.req.raw, c.env));
  return { fetch: app.fetch, report, onDisbelieved: suggestProxy(logger), close: () => mcp.close() };
}
