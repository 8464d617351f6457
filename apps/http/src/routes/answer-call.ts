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

/** A call as known from the head of its request. */
export interface ReceivedCall {
  tool: NamedTool;
  credential: Credential;
  origin: Origin;
  /** Holder to which its body counts in the shared budget. */
  holder: string | undefined;
  /** The Idempotency-Key header. // D70 */
  idempotencyKey?: string | undefined;
  /** Further headers of the answer, which depend on the arguments. */
  headersOf?: ((given: unknown) => Record<string, string>) | undefined;
  /** Receives the progress of a call that leaves the process. */
  onProgress?: Call['onProgress'];
}

/** Reads the body of a call, runs it through the pipeline, and converts the answer to HTTP. Undefined if the client has gone. */
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
      // Reading the signal creates it, so it is read only for calls that leave the process. Only these can be stopped.
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

/** A body that has arrived and must be released, or the answer to send instead. The answer is undefined if the client has gone. */
type ReadBody = { body: ArrivedBody } | { answer: HttpAnswer | undefined };
type ArrivedBody = ReceivedBody & { outcome: 'whole' | 'too_large' };

async function readBody(
  { gateway, bodies }: CallRouteOptions,
  { incoming, requestId }: EntranceBindings,
  { credential, tool, maxBytes, holder }: BodyReading,
): Promise<ReadBody> {
  await hasArrived();
  // Requires a key or session before waiting for a body (D1). A body that arrived with its head needs no separate check: the pipeline
  // checks the key first, in the transaction of the call.
  if (!hasWholeBody(incoming)) await gateway.identify(credential, tool);
  const body = await bodies.read(incoming, { maxBytes, key: holder });
  if (body.outcome === 'aborted') return { answer: undefined };
  if (body.outcome === 'too_slow') return { answer: tooSlowAnswer(requestId) };
  if (body.outcome !== 'no_room') return { body };
  const message = 'too much data is arriving, with this key or in total; try again in a second';
  return { answer: unavailableAnswer(requestId, message) };
}

/** Resolves when the parser has read everything that has arrived. A small body comes with its head. */
const hasArrived = (): Promise<void> => Promise.resolve();

/**
 * Reads the arguments when the pipeline calls it in its turn. Throws the faults of the body (D1). A call without a body has no arguments.
 */
function readArguments(body: ArrivedBody, incoming: IncomingMessage, maxBytes: number): unknown {
  checkArgumentBytes(body.outcome === 'whole' ? body.bytes.length : body.size, maxBytes);
  if (body.outcome !== 'whole' || body.bytes.length === 0) return undefined;
  checkContentHeaders(incoming);
  return parseJson(body.bytes);
}

/** Converts an answer of the pipeline to HTTP. */
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
 * Answers a request that was refused before its body arrived immediately, not after megabytes of discarded body. A small body is usually
 * already in the parser: after one more turn, the connection can be kept.
 */
export async function sendAnswer({ incoming, outgoing }: EntranceBindings, answer: HttpAnswer): Promise<Response> {
  if (!incoming.complete) await nextTurn();
  if (incoming.complete || incoming.destroyed) return toResponse(answer);
  answerAndClose(outgoing, answer);
  return RESPONSE_ALREADY_SENT;
}
