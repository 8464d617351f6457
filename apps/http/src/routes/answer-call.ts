import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, type Call, type Credential, type Gateway, type NamedTool, type Origin, type Rate, windowMs } from '@gatehouse/core';
import {
  type Bodies,
  checkArgumentBytes,
  checkContentHeaders,
  hasWholeBody,
  maximumArgumentBytes,
  parseJson,
  type ReceivedBody,
} from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { answerAndClose, errorAnswer, type HttpAnswer, jsonAnswer, tooSlowAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import type { EntranceBindings, EntranceEnv } from '../bindings.ts';

export interface CallRouteOptions {
  gateway: Gateway;
  bodies: Bodies;
}

/** Whose call it is, as far as its head tells. */
export interface ReceivedCall {
  tool: NamedTool;
  credential: Credential;
  origin: Origin;
  /** Whom its body counts for among all bodies. */
  holder: string | undefined;
  /** The header of this name (D70). */
  idempotencyKey?: string | undefined;
  /** Further headers of the answer, which depend on the arguments. */
  headersOf?: ((given: unknown) => Record<string, string>) | undefined;
  /** Told how far a call is that leaves the process. */
  onProgress?: Call['onProgress'];
}

/** Reads the body of a call, has the pipeline answer it, and puts the answer into the form of HTTP; undefined when the client has gone. */
export async function answerCall(
  options: CallRouteOptions,
  c: Context<EntranceEnv>,
  { tool, credential, origin, holder, idempotencyKey, headersOf, onProgress }: ReceivedCall,
): Promise<HttpAnswer | undefined> {
  const { gateway, bodies } = options;
  const { incoming, requestId } = c.env;
  const maxBytes = maximumArgumentBytes(tool);
  const received = await readBody(options, c.env, { credential, tool, maxBytes, holder });
  if (!('body' in received)) return received.answer;
  const { body } = received;
  const isOutside = tool.registered !== undefined && tool.registered.definition.kind !== 'workspace';
  let given: unknown;
  try {
    const answer = await gateway.call({
      tool,
      credential,
      origin,
      requestId,
      readArguments: () => {
        given = readArguments(body, incoming, maxBytes);
        return given;
      },
      argumentBytes: body.outcome === 'whole' ? body.bytes.length : body.size,
      // Asking for the signal makes it: only calls that leave the process can be stopped.
      signal: isOutside ? c.req.raw.signal : undefined,
      idempotencyKey,
      onProgress,
    });
    return toAnswer(answer, requestId, headersOf?.(given));
  } finally {
    bodies.release(body);
  }
}

interface BodyReading {
  credential: Credential;
  tool: NamedTool;
  maxBytes: number;
  holder: string | undefined;
}

/** A body that has arrived and must be released, or the answer to send instead; undefined when the client has gone. */
type ReadBody = { body: ArrivedBody } | { answer: HttpAnswer | undefined };
type ArrivedBody = ReceivedBody & { outcome: 'whole' | 'too_large' };

async function readBody(
  { gateway, bodies }: CallRouteOptions,
  { incoming, requestId }: EntranceBindings,
  { credential, tool, maxBytes, holder }: BodyReading,
): Promise<ReadBody> {
  await hasArrived();
  // Nobody without a key or a session has a body waited for (D1). One that came along with its head needs no question of its own:
  // the pipeline looks at the key before anything else, in the transaction of the call.
  if (!hasWholeBody(incoming)) await gateway.identify(credential, tool);
  const body = await bodies.read(incoming, { maxBytes, key: holder });
  if (body.outcome === 'aborted') return { answer: undefined };
  if (body.outcome === 'too_slow') return { answer: tooSlowAnswer(requestId) };
  if (body.outcome !== 'no_room') return { body };
  const message = 'too much is arriving at this moment, with this key or of all callers; try again in a second';
  return { answer: unavailableAnswer(requestId, message) };
}

/** Resolves when the parser has gone through all that has arrived: a small body comes with its head. */
const hasArrived = (): Promise<void> => Promise.resolve();

/** Called by the pipeline in its turn; throws what is wrong with the body (D1). A call without a body is one without arguments. */
function readArguments(body: ArrivedBody, incoming: IncomingMessage, maxBytes: number): unknown {
  checkArgumentBytes(body.outcome === 'whole' ? body.bytes.length : body.size, maxBytes);
  if (body.outcome !== 'whole' || body.bytes.length === 0) return undefined;
  checkContentHeaders(incoming);
  return parseJson(body.bytes);
}

/** An answer of the pipeline in the form of HTTP. */
function toAnswer(answer: Answer, requestId: string, more?: Record<string, string>): HttpAnswer {
  const headers = { ...(answer.rate && rateHeaders(answer.rate)), ...(answer.isReplay && { 'Idempotency-Replayed': 'true' }), ...more };
  if (answer.ok) {
    const shown = jsonAnswer(requestId, answer.json, headers);
    return answer.browser ? { ...shown, browser: answer.browser } : shown;
  }
  if (answer.error.code === 'rate_limited' && answer.rate && answer.error.retryAfterSeconds === undefined)
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
export async function sendAnswer({ incoming, outgoing }: EntranceBindings, answer: HttpAnswer): Promise<Response> {
  if (!incoming.complete) await nextTurn();
  if (incoming.complete || incoming.destroyed) return toResponse(answer);
  answerAndClose(outgoing, answer);
  return RESPONSE_ALREADY_SENT;
}
