import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Gateway, GatewayError } from '@gatehouse/core';
import { readKey } from '@gatehouse/entrance';
import type { Hono } from 'hono';
import { errorAnswer, jsonAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import type { ShownMetrics } from '../metrics/metrics.ts';
import { createReadiness } from './readiness.ts';

export interface HealthRoutesOptions {
  gateway: Gateway;
  metrics: ShownMetrics;
  operatorToken: string | undefined;
}

/** For whoever runs the server: is the process alive, may it be sent requests, what is it doing. */
export function addHealthRoutes(app: Hono<EntranceEnv>, { gateway, metrics, operatorToken }: HealthRoutesOptions): void {
  const readiness = createReadiness(gateway.store);

  app.get('/healthz', (c) => toResponse(jsonAnswer(c.env.requestId, '{"status":"ok"}')));

  app.get('/readyz', async (c) => {
    const { requestId, draining } = c.env;
    if (draining.aborted) return toResponse(unavailableAnswer(requestId, 'the server is shutting down'));
    if (!(await readiness.check())) return toResponse(unavailableAnswer(requestId, 'the storage cannot be written to'));
    return toResponse(jsonAnswer(requestId, '{"status":"ready"}'));
  });

  app.get('/metrics', async (c) => {
    const { incoming, requestId } = c.env;
    if (!isLocal(incoming) && !isOperator(incoming, operatorToken)) {
      return toResponse(
        errorAnswer(requestId, new GatewayError('forbidden', 'metrics are shown on the machine itself, or to the operator token')),
      );
    }
    return new Response(await metrics.render(), { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' } });
  });
}

/** A proxy on the same machine forwards requests of others: what it forwarded is not local. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return address === '::1' || address.startsWith('127.');
}

function isOperator({ rawHeaders }: IncomingMessage, operatorToken: string | undefined): boolean {
  const given = readKey(rawHeaders);
  return operatorToken !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(operatorToken));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
