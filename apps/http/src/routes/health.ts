import { type Gateway, GatewayError } from '@gatehouse/core';
import type { Hono } from 'hono';
import { errorAnswer, jsonAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import type { ShownMetrics } from '../metrics/metrics.ts';
import { type MetricsAccess, maySeeMetrics } from './metrics-access.ts';
import { createReadiness } from './readiness.ts';

export interface HealthRoutesOptions {
  gateway: Gateway;
  metrics: ShownMetrics;
  metricsAccess: MetricsAccess;
}

/** Adds routes for the operator: liveness, readiness and metrics of the process. */
export function addHealthRoutes(app: Hono<EntranceEnv>, { gateway, metrics, metricsAccess }: HealthRoutesOptions): void {
  const readiness = createReadiness(gateway.store);

  app.get('/healthz', (c) => toResponse(jsonAnswer(c.env.requestId, '{"status":"ok"}')));

  app.get('/readyz', async (c) => {
    const { requestId, draining } = c.env;
    if (draining.aborted) return toResponse(unavailableAnswer(requestId, 'the server is shutting down'));
    const fault = await readiness.findFault();
    if (fault !== undefined) return toResponse(unavailableAnswer(requestId, fault));
    return toResponse(jsonAnswer(requestId, '{"status":"ready"}'));
  });

  app.get('/metrics', async (c) => {
    const { incoming, requestId } = c.env;
    if (!maySeeMetrics(incoming, metricsAccess)) {
      const message =
        'metrics need the token of GATEHOUSE_METRICS_TOKEN, except on the machine itself without a proxy in front of the gateway';
      return toResponse(errorAnswer(requestId, new GatewayError('forbidden', message)));
    }
    return new Response(await metrics.render(), { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' } });
  });
}
