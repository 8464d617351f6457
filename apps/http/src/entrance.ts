import { type Gateway, GatewayError, internalError } from '@gatehouse/core';
import {
  type AuthorizationHandler,
  type Bodies,
  createStreamPlaces,
  hostsOf,
  type PrincipalQuotas,
  type TrustedProxies,
} from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { errorAnswer, toResponse } from './answers.ts';
import type { EntranceEnv } from './bindings.ts';
import { addConsoleCallRoute } from './console/call-route.ts';
import { addChangesRoute } from './console/changes-route.ts';
import { addConsoleRoutes } from './console/console-routes.ts';
import { refuseHost } from './console/request-guards.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import type { ShownMetrics } from './metrics/metrics.ts';
import { addAuthorizationRoutes } from './routes/authorization.ts';
import { addCallRoute } from './routes/call-tool.ts';
import { addCatalogueRoutes } from './routes/catalogue.ts';
import { addDownloadRoute } from './routes/downloads.ts';
import { addHealthRoutes } from './routes/health.ts';
import type { MetricsAccess } from './routes/metrics-access.ts';
import { addOperatorRoute, type OperatorRouteOptions } from './routes/operator-call.ts';

export interface HttpEntranceOptions {
  /** Gateway that `metrics.watch` returned. */
  gateway: Gateway;
  metrics: ShownMetrics;
  /** Reports faults that were answered with `internal_error`. */
  report: (error: GatewayError, requestId: string) => void;
  /** Body budget that all entrances of the process share. */
  bodies: Bodies;
  /** Stream quotas that all entrances of the process share. */
  streamPlaces?: PrincipalQuotas;
  /** Maximum concurrent downloads. */
  maxDownloads?: number | undefined;
  metricsAccess?: MetricsAccess;
  /** More host names for the console: the address that the gateway listens on. Loopback and the base URL's host are always allowed. */
  hosts?: readonly string[];
  /** Proxies whose forwarding headers are trusted. */
  trustedProxies?: TrustedProxies | undefined;
  /** Signs clients in. Undefined if clients cannot sign in. // D47 */
  authorization?: AuthorizationHandler | undefined;
  /** Recognizes the token of the command line. Without it, the operator route is not added. */
  isOperator?: OperatorRouteOptions['isOperator'] | undefined;
  /** Folder of the built workspace application. Without it, the console is not served. */
  consoleFolder?: Promise<string> | undefined;
  /** Builds the documentation for the first reader, and resolves with its folder. Without it, the documentation is not served. */
  buildDocs?: (() => Promise<string>) | undefined;
}

export interface HttpEntrance {
  /** Other entrances add their routes to it before the first request. Unknown addresses are answered 404. */
  app: Hono<EntranceEnv>;
}

/** The HTTP entrance: routes over a gateway. It contains no tool's name or shape. */
export function createHttpEntrance({
  gateway,
  metrics,
  report,
  bodies,
  metricsAccess = {},
  hosts = [],
  trustedProxies,
  consoleFolder,
  buildDocs,
  authorization,
  isOperator,
  streamPlaces = createStreamPlaces(),
  ...options
}: HttpEntranceOptions): HttpEntrance {
  metrics.gauge('gatehouse_http_body_bytes_held', 'Bytes of memory used by request bodies', () => bodies.heldBytes);
  metrics.gauge('gatehouse_http_bodies_under_way', 'Request bodies that are still arriving', () => bodies.underWay);
  metrics.gauge('gatehouse_http_streams_open', 'Open streams', () => streamPlaces.taken);
  metrics.total('gatehouse_http_bodies_late_total', 'Request bodies that arrived too slowly', () => bodies.late);
  metrics.total('gatehouse_http_bodies_shed_total', 'Request bodies refused for lack of memory', () => bodies.shed);
  const app = new Hono<EntranceEnv>();

  addCallRoute(app, { gateway, bodies });
  if (isOperator) addOperatorRoute(app, { gateway, bodies, isOperator });
  addCatalogueRoutes(app, gateway);
  addDownloadRoute(app, gateway, options.maxDownloads);
  const allowedHosts = hostsOf(gateway.settings.baseUrl, hosts);
  for (const path of ['/app', '/app/*', ...(authorization ? ['/oauth/*', '/.well-known/*'] : [])])
    app.use(path, async (c, next) => {
      const { incoming } = c.env;
      const isUnknown = !c.req.path.startsWith('/app') && authorization?.isOfferedTo?.(incoming) === false;
      if (isUnknown) return c.notFound();
      refuseHost(incoming.headers, allowedHosts);
      return await next();
    });
  addConsoleCallRoute(app, { gateway, bodies, trustedProxies });
  addChangesRoute(app, { gateway, streamPlaces, trustedProxies, report: (error) => report(internalError(error, ''), '') });
  addHealthRoutes(app, { gateway, metrics, metricsAccess });
  if (authorization) addAuthorizationRoutes(app, { authorization, settings: gateway.settings, bodies, trustedProxies });
  if (consoleFolder) addConsoleRoutes(app, consoleFolder);
  if (buildDocs) addDocsRoutes(app, buildDocs);
  app.notFound((c) => toResponse(answerUnknownRoute(c)));
  app.onError((error, c) => {
    const { requestId, incoming, outgoing } = c.env;
    if (error instanceof GatewayError && error.code !== 'internal_error') return toResponse(errorAnswer(requestId, error));
    const fault = internalError(error, requestId);
    // Failures after the client has gone are not faults, and no client reads the answer.
    if (!incoming.destroyed) report(fault, requestId);
    if (outgoing.headersSent) {
      outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    return toResponse(errorAnswer(requestId, fault));
  });
  return { app };
}

const methodsOf: [path: RegExp, methods: string][] = [
  [/^\/(?:v1|app\/api(?:\/[^/]+)?|operator\/[^/]+\/[^/]+)\/tools\/[^/]+$/, 'POST'],
  [/^\/app(?:\/(?!api\/)|$)|^\/app\/api\/[^/]+\/changes$/, 'GET, HEAD'],
  [/^\/v1\/(?:tools|openapi\.json|downloads\/[^/]+)$|^\/(?:healthz|readyz|metrics|llms\.txt)$|^\/docs(?:\/|$)/, 'GET, HEAD'],
];

/** Answers 404 for an unknown address, and for a known address with another method. // D5 */
function answerUnknownRoute(c: Context<EntranceEnv>) {
  const { requestId } = c.env;
  const allowed = methodsOf.find(([path]) => path.test(c.req.path))?.[1];
  if (!allowed)
    return errorAnswer(
      requestId,
      new GatewayError('not_found', 'nothing exists at this address; GET /v1/openapi.json describes all endpoints'),
    );
  const message = `this address does not accept ${c.req.method}; send ${allowed.replace(', ', ' or ')}`;
  return errorAnswer(requestId, new GatewayError('not_found', message), { Allow: allowed });
}
