import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, type Gateway, GatewayError, type Origin, type Rate, windowMs } from '@gatehouse/core';
import {
  type Bodies,
  checkArgumentBytes,
  checkContentHeaders,
  hasWholeBody,
  maximumArgumentBytes,
  parseJson,
  type ReceivedBody,
  readKey,
  readSdkTag,
  readTraceparent,
} from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { answerAndClose, errorAnswer, type HttpAnswer, jsonAnswer, tooSlowAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import type { EntranceBindings, EntranceEnv } from '../bindings.ts';

export interface CallRouteOptions {
  gateway: Gateway;
  bodies: Bodies;
}

/** `POST /v1/tools/<name>`: the hot route. It answers by itself, so that no middleware of Hono's runs for it. */
export function addCallRoute(app: Hono<EntranceEnv>, { gateway, bodies }: CallRouteOptions): void {
  async function answerCall(c: Context<EntranceEnv, '/v1/tools/:name'>): Promise<HttpAnswer | undefined> {
    const { incoming, requestId } = c.env;
    const credential = { type: 'key' as const, key: readKey(incoming.rawHeaders) };
    await hasArrived();
    // Nobody without a key has a body waited for (D1). One that came along with its head needs no question of its own:
    // the pipeline looks at the key before anything else, in the transaction of the call.
    if (!hasWholeBody(incoming)) await gateway.identify(credential);
    const tool = c.req.param('name');
    const maximumBytes = maximumArgumentBytes(gateway.registry, tool);
    const body = await bodies.read(incoming, { maximumBytes, key: credential.key });
    if (body.outcome === 'aborted') return undefined;
    if (body.outcome === 'too_slow') return tooSlowAnswer(requestId);
    if (body.outcome === 'no_room')
      return unavailableAnswer(requestId, 'too much is arriving at this moment, with this key or of all callers; try again in a second');
    const definition = gateway.registry.find(tool)?.definition;
    const isOutside = definition !== undefined && definition.kind !== 'workspace';
    try {
      const answer = await gateway.call({
        tool,
        credential,
        origin: originOf(incoming),
        requestId,
        readArguments: () => readArguments(body, incoming, maximumBytes),
        argumentBytes: body.outcome === 'whole' ? body.bytes.length : body.size,
        // Asking for the signal makes it: only calls that leave the process can be stopped.
        signal: isOutside ? c.req.raw.signal : undefined,
      });
      return toAnswer(answer, requestId);
    } finally {
      bodies.release(body);
    }
  }

  app.post('/v1/tools/:name', async (c) => {
    let answer: HttpAnswer | undefined;
    try {
      answer = await answerCall(c);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      answer = errorAnswer(c.env.requestId, error);
    }
    return answer ? await sendAnswer(c.env, answer) : RESPONSE_ALREADY_SENT;
  });
}

/** Resolves when the parser has gone through all that has arrived: a small body comes with its head. */
const hasArrived = (): Promise<void> => Promise.resolve();

/** Called by the pipeline in its turn; throws what is wrong with the body (D1). A call without a body is one without arguments. */
function readArguments(body: ReceivedBody & { outcome: 'whole' | 'too_large' }, incoming: IncomingMessage, maximumBytes: number): unknown {
  checkArgumentBytes(body.outcome === 'whole' ? body.bytes.length : body.size, maximumBytes);
  if (body.outcome !== 'whole' || body.bytes.length === 0) return undefined;
  checkContentHeaders(incoming);
  return parseJson(body.bytes);
}

/** Where the call comes from, for the activity log: all of it is the caller's own word (D15). */
function originOf({ headers }: IncomingMessage): Origin {
  const { 'user-agent': userAgent, 'x-gatehouse-client': client, traceparent: trace } = headers;
  const sdk = readSdkTag({ client: typeof client === 'string' ? client : undefined, userAgent });
  return { entrance: 'http', sdk, client: userAgent, traceparent: readTraceparent(trace) };
}

function toAnswer(answer: Answer, requestId: string): HttpAnswer {
  const headers = answer.rate && rateHeaders(answer.rate);
  if (answer.ok) return jsonAnswer(requestId, answer.json, headers);
  if (answer.error.code === 'rate_limited' && answer.rate)
    return errorAnswer(requestId, answer.error, { ...headers, 'Retry-After': `${answer.rate.resetSeconds}` });
  return errorAnswer(requestId, answer.error, headers);
}

/** D13 */
function rateHeaders({ limit, remaining, resetSeconds }: Rate): Record<string, string> {
  return { 'RateLimit-Policy': `"calls";q=${limit};w=${windowMs / 1000}`, RateLimit: `"calls";r=${remaining};t=${resetSeconds}` };
}

/**
 * A request that was refused before its body had arrived is answered now, not after megabytes that nobody wants. A small
 * body is usually on its way through the parser: it is given one turn, and then the connection can be kept.
 */
async function sendAnswer({ incoming, outgoing }: EntranceBindings, answer: HttpAnswer): Promise<Response> {
  if (!incoming.complete) await nextTurn();
  if (incoming.complete || incoming.destroyed) return toResponse(answer);
  answerAndClose(outgoing, answer);
  return RESPONSE_ALREADY_SENT;
}
