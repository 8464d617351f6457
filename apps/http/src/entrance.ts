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
  /** As `metrics.watch` returned it. */
  gateway: Gateway;
  metrics: ShownMetrics;
  /** Told of faults that were answered `internal_error`. */
  report: (error: GatewayError, requestId: string) => void;
  /** The same for all entrances of the process: what their bodies take together is bounded. */
  bodies: Bodies;
  /** The same for all entrances of the process: how many streams stay open together. */
  streamPlaces?: PrincipalQuotas;
  /** How many downloads are sent at once. */
  maxDownloads?: number | undefined;
  metricsAccess?: MetricsAccess;
  /** Host names to show the console under besides loopback and the base URL's: the address it listens on. */
  hosts?: readonly string[];
  /** Proxies that are believed when they say for whom they ask. */
  trustedProxies?: TrustedProxies | undefined;
  /** What signs clients in; undefined where none are (D47). */
  authorization?: AuthorizationHandler | undefined;
  /** Who may make calls of the command line here; without it nobody. */
  isOperator?: OperatorRouteOptions['isOperator'] | undefined;
  /** Where the workspace application was built; without it there is none. */
  consoleFolder?: Promise<string> | undefined;
  /** Builds the documentation when the first reader comes, and resolves with its folder; without it there is none. */
  buildDocs?: (() => Promise<string>) | undefined;
}

export interface HttpEntrance {
  /** Other entrances add their routes to it before the first request; what none takes is answered 404. */
  app: Hono<EntranceEnv>;
}

/** The HTTP entrance: routes over a gateway, without any tool's name or shape in them. */
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
  metrics.gauge('gatehouse_http_body_bytes_held', 'Bytes of memory that request bodies take', () => bodies.heldBytes);
  metrics.gauge('gatehouse_http_bodies_under_way', 'Request bodies that are still arriving', () => bodies.underWay);
  metrics.gauge('gatehouse_http_streams_open', 'Streams that stay open', () => streamPlaces.taken);
  metrics.total('gatehouse_http_bodies_late_total', 'Request bodies that came too slowly', () => bodies.late);
  metrics.total('gatehouse_http_bodies_shed_total', 'Request bodies for which there was no room', () => bodies.shed);
  const app = new Hono<EntranceEnv>();

  addCallRoute(app, { gateway, bodies });
  if (isOperator) addOperatorRoute(app, { gateway, bodies, isOperator });
  addCatalogueRoutes(app, gateway);
  addDownloadRoute(app, gateway, options.maxDownloads);
  const allowedHosts = hostsOf(gateway.settings.baseUrl, hosts);
  for (const path of ['/app', '/app/*', ...(authorization ? ['/oauth/*', '/.well-known/*'] : [])])
    app.use(path, async (c, next) => {
      refuseHost(c.env.incoming.headers, allowedHosts);
      await next();
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
    // What fails because the client went away is no fault, and nobody reads the answer.
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

/** 404 for what is no address here, and for a right address with another method (D5). */
function answerUnknownRoute(c: Context<EntranceEnv>) {
  const { requestId } = c.env;
  const allowed = methodsOf.find(([path]) => path.test(c.req.path))?.[1];
  if (!allowed)
    return errorAnswer(
      requestId,
      new GatewayError('not_found', 'there is nothing at this address; GET /v1/openapi.json describes what there is'),
    );
  const message = `this address does not take ${c.req.method}; send ${allowed.replace(', ', ' or ')}`;
  return errorAnswer(requestId, new GatewayError('not_found', message), { Allow: allowed });
}
