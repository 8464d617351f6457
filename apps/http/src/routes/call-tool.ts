import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, type Gateway, GatewayError, type Origin, type Rate, readSdkTag, refusal, windowMs } from '@gatehouse/core';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { answerAndClose, errorAnswer, type HttpAnswer, jsonAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import { readKey } from '../bearer.ts';
import type { EntranceBindings, EntranceEnv } from '../bindings.ts';
import type { BodyBudget } from '../body/body-budget.ts';
import { parseBody } from '../body/parse-body.ts';
import { hasWholeBody, type ReceivedBody, readBody } from '../body/read-body.ts';

/** The largest body of a call in bytes: by the tool's name where one needs more (D17). */
export interface BodyLimits {
  standard: number;
  byTool: Readonly<Record<string, number>>;
}

const mebibyte = 1024 * 1024;

export const defaultBodyLimits: BodyLimits = { standard: 4 * mebibyte, byTool: { write_file: 36 * mebibyte } };

export interface CallRouteOptions {
  gateway: Gateway;
  bodyLimits: BodyLimits;
  budget: BodyBudget;
}

/** `POST /v1/tools/<name>`: the hot route. It answers by itself, so that no middleware of Hono's runs for it. */
export function addCallRoute(app: Hono<EntranceEnv>, { gateway, bodyLimits, budget }: CallRouteOptions): void {
  const limitOf = (tool: string) => (Object.hasOwn(bodyLimits.byTool, tool) ? (bodyLimits.byTool[tool] as number) : bodyLimits.standard);

  async function answerCall(c: Context<EntranceEnv, '/v1/tools/:name'>): Promise<HttpAnswer | undefined> {
    const { incoming, requestId } = c.env;
    const credential = { type: 'key' as const, key: readKey(incoming.rawHeaders) };
    await hasArrived();
    // Nobody without a key has a body waited for (D1). One that came along with its head needs no question of its own:
    // the pipeline looks at the key before anything else, in the transaction of the call.
    if (!hasWholeBody(incoming)) await gateway.identify(credential);
    const tool = c.req.param('name');
    const maximumBytes = limitOf(tool);
    const body = await readBody(incoming, maximumBytes, budget);
    if (body.outcome === 'aborted') return undefined;
    if (body.outcome === 'no_room')
      return unavailableAnswer(requestId, 'the gateway is receiving too much at this moment; try again in a second');
    const isOutside = gateway.registry.find(tool)?.definition.runOutside !== undefined;
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
      if (body.outcome === 'whole') budget.release(body.held);
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

/** Called by the pipeline in its turn; throws what is wrong with the body (D1). */
function readArguments(body: ReceivedBody & { outcome: 'whole' | 'too_large' }, incoming: IncomingMessage, maximumBytes: number): unknown {
  if (body.outcome === 'whole') return parseBody(body.bytes, incoming.headers);
  throw refusal('too_large', `the body of this call may have at most ${maximumBytes} bytes; send less, for a long text in several calls`);
}

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** Where the call comes from, for the activity log: all of it is the caller's own word (D15). */
function originOf({ headers }: IncomingMessage): Origin {
  const { 'user-agent': userAgent, 'x-gatehouse-client': client, traceparent: trace } = headers;
  const sdk = readSdkTag({ client: typeof client === 'string' ? client : undefined, userAgent });
  return { entrance: 'http', sdk, client: userAgent, traceId: typeof trace === 'string' ? traceparent.exec(trace)?.[1] : undefined };
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
