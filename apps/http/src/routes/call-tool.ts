import type { IncomingMessage } from 'node:http';
import { type Answer, type AnyDefinition, GatewayError, type Origin } from '@gatehouse/core';
import { readKey, readSdkTag, readTraceparent } from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { errorAnswer, type HttpAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { compressAnswer } from '../headers/compress.ts';
import { type DeprecationHeaders, deprecationHeaders } from '../headers/deprecation-headers.ts';
import { entityTagOfResult, unlessKnown } from '../headers/entity-tags.ts';
import { answerCall, type CallRouteOptions, sendAnswer } from './answer-call.ts';

/** `POST /v1/tools/<name>`: the hot route. It answers by itself, so that no middleware of Hono's runs for it. */
export function addCallRoute(app: Hono<EntranceEnv>, options: CallRouteOptions): void {
  const { registry } = options.gateway;
  const deprecations = deprecationHeaders(registry);

  app.post('/v1/tools/:name', async (c) => {
    const { incoming, requestId } = c.env;
    const tool = c.req.param('name');
    const definition = registry.find(tool)?.definition;
    let answer: HttpAnswer | undefined;
    try {
      const key = readKey(incoming.rawHeaders);
      answer = await answerCall(options, c, {
        tool,
        credential: { type: 'key', key },
        origin: originOf(incoming),
        holder: key,
        // Several are joined by commas and spaces, which no good one has.
        idempotencyKey: incoming.headers['idempotency-key'] as string | undefined,
        headersOf: definition && headersOf(definition, deprecations.get(tool)),
      });
      if (answer && definition) answer = await shaped(answer, definition, incoming);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      answer = errorAnswer(requestId, error);
    }
    return answer ? await sendAnswer(c.env, answer) : RESPONSE_ALREADY_SENT;
  });
}

/** Headers beside the result: the validator for conditional requests, and deprecations. */
function headersOf(definition: AnyDefinition, ofDeprecated: DeprecationHeaders | undefined) {
  const isRead = definition.access === 'read' && !definition.hints.destructive;
  return (answer: Answer, given: unknown): Record<string, string> => ({
    ...(answer.ok && isRead && { ETag: entityTagOfResult(definition, answer) }),
    ...ofDeprecated?.(given),
  });
}

/** 304 if the client has the body; a large body is compressed. A service's answer may contain secrets, so it is never compressed. */
async function shaped(answer: HttpAnswer, { kind }: AnyDefinition, { headers }: IncomingMessage): Promise<HttpAnswer> {
  const due = unlessKnown(answer, headers['if-none-match']);
  return kind === 'workspace' && due.status === 200 ? await compressAnswer(due, headers['accept-encoding']?.toString()) : due;
}

/** Where the call comes from, for the activity log: all of it is the caller's own word (D15). */
export function originOf({ headers }: IncomingMessage): Origin {
  const { 'user-agent': userAgent, 'x-gatehouse-client': client, 'x-gatehouse-machine': machine, traceparent: trace } = headers;
  const sdk = readSdkTag({ client: typeof client === 'string' ? client : undefined, userAgent });
  return { entrance: 'http', sdk, client: userAgent, machine: machine?.toString(), traceparent: readTraceparent(trace) };
}
