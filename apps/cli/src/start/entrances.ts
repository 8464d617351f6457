import { setFlagsFromString } from 'node:v8';
import { internalError } from '@gatehouse/core';
import { createBodies, createStreamPlaces } from '@gatehouse/entrance';
import { createHttpEntrance, type Metrics, type openHttpServer, type ShownMetrics } from '@gatehouse/http';
import { createMcpEntrance } from '@gatehouse/mcp';
import type { Gatehouse } from '../composition/composition.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isNotedToken } from '../configuration/running-gateway.ts';
import { openAuthorization } from '../oauth/open-authorization.ts';
import type { SignInOffer } from '../oauth/sign-in-offer.ts';
import { version } from '../version.ts';
import type { PageBuilds } from './page-builds.ts';
import { suggestProxy } from './suggest-proxy.ts';

type ServerOptions = Parameters<typeof openHttpServer>[0];

/** Both entrances of a gateway on one application. */
export interface Entrances extends Required<Pick<ServerOptions, 'fetch' | 'report' | 'onDisbelieved'>> {
  /** Ends open streams, and opens no more. */
  close(): Promise<void>;
}

export function openEntrances(
  { gateway: bare, logger }: Gatehouse,
  configuration: Pick<
    Configuration,
    'host' | 'data' | 'metricsToken' | 'baseUrl' | 'trustedProxies' | 'allowedOrigins' | 'oauth' | 'allowPrivateServices'
  >,
  offer: SignInOffer | undefined,
  metrics: Pick<Metrics, 'watch'> & ShownMetrics,
  { consoleFolder, buildDocs }: Pick<PageBuilds, 'consoleFolder' | 'buildDocs'>,
): Entrances {
  const { host, data, metricsToken, baseUrl, trustedProxies, allowedOrigins } = configuration;
  // Keeps V8 from creating each call's objects in its old heap, where dead ones keep whole calls alive
  // (docs/why/what-a-call-leaves-behind.md).
  setFlagsFromString('--no-allocation-site-pretenuring');
  const gateway = metrics.watch(bare);
  const report: ServerOptions['report'] = (error, requestId) =>
    logger.fault('a request failed with an internal error', error, { requestId });
  const bodies = createBodies();
  const streamPlaces = createStreamPlaces();
  const authorization = offer && openAuthorization(offer, configuration, bare, logger);
  const { app } = createHttpEntrance({
    gateway,
    authorization,
    metrics,
    report,
    bodies,
    streamPlaces,
    metricsAccess: { token: metricsToken, baseUrl },
    hosts: [host],
    trustedProxies,
    isOperator: (token) => isNotedToken(data, token),
    consoleFolder,
    buildDocs,
  });
  const mcp = createMcpEntrance({
    gateway,
    bodies,
    streamPlaces,
    trustedProxies,
    allowedOrigins,
    version,
    hosts: [host],
    signIn: authorization && {
      isOfferedTo: offer.isOfferedTo,
      resourceMetadata: `${offer.origin}/.well-known/oauth-protected-resource/mcp`,
      onRefused: ({ shown, ...request }) =>
        void authorization.note({ step: 'challenge', status: 401, asked: { shown }, answered: {}, ...request }),
      onConnected: (connected) => void authorization.note({ step: 'connection', status: 200, asked: {}, answered: {}, ...connected }),
    },
    report: (error) => report(internalError(error, ''), ''),
  });
  app.all('/mcp', (c) => mcp.handle(c.req.raw, c.env));
  if (authorization) app.all('/mcp/key', (c) => mcp.handleKeys(c.req.raw, c.env));
  const close = async () => void (await Promise.all([mcp.close(), authorization?.close()]));
  return { fetch: app.fetch, report, onDisbelieved: suggestProxy(logger), close };
}
