import type { IncomingMessage } from 'node:http';
import { GatewayError, type Origin } from '@gatehouse/core';
import { readKey, readSdkTag, readTraceparent } from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { errorAnswer, type HttpAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { compressAnswer } from '../headers/compress.ts';
import { deprecationHeaders } from '../headers/deprecation-headers.ts';
import { answerCall, type CallRouteOptions, sendAnswer } from './answer-call.ts';

/** Adds `POST /v1/tools/<name>`, the hot route. It writes its answers directly, so that no Hono middleware runs for it. */
export function addCallRoute(app: Hono<EntranceEnv>, options: CallRouteOptions): void {
  const { registry } = options.gateway;
  const deprecations = deprecationHeaders(registry);

  app.post('/v1/tools/:name', async (c) => {
    const { incoming, requestId } = c.env;
    const tool = registry.named(c.req.param('name'));
    let answer: HttpAnswer | undefined;
    try {
      const key = readKey(incoming.rawHeaders);
      answer = await answerCall(options, c, {
        tool,
        credential: { type: 'key', key },
        origin: originOf(incoming),
        holder: key,
        // Node joins repeated headers with commas and spaces, which no valid key contains.
        idempotencyKey: incoming.headers['idempotency-key'] as string | undefined,
        // Deprecated arguments are known only for tools of Gatehouse, not for tools of services.
        headersOf: tool.direct === undefined ? deprecations.get(tool.name) : undefined,
      });
      // A service's answer may contain secrets, so it is never compressed.
      if (answer?.status === 200 && tool.registered?.definition.kind === 'workspace') answer = await compressAnswer(answer, incoming);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      answer = errorAnswer(requestId, error);
    }
    return answer ? await sendAnswer(c.env, answer) : RESPONSE_ALREADY_SENT;
  });
}

/** Origin of the call for the activity log. All its fields are claims of the caller. // D15 */
export function originOf({ headers }: IncomingMessage): Origin {
  const { 'user-agent': userAgent, 'x-gatehouse-client': client, 'x-gatehouse-machine': machine, traceparent: trace } = headers;
  const sdk = readSdkTag({ client: typeof client === 'string' ? client : undefined, userAgent });
  return { entrance: 'http', sdk, client: userAgent, machine: machine?.toString(), traceparent: readTraceparent(trace) };
}
