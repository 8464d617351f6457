import { type Answer, type Credential, GatewayError, newId, type Origin, refusal } from '@gatehouse/core';
import {
  checkArgumentBytes,
  checkContentHeaders,
  largestArgumentBytes,
  maximumArgumentBytes,
  parseJson,
  readKey,
} from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { errorAnswer, type HttpAnswer, jsonAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { type CallRouteOptions, readBody, sendAnswer, toAnswer } from './answer-call.ts';
import { originOf } from './call-tool.ts';
import { type GivenCall, readCalls } from './given-calls.ts';

/** The limits of one request: beyond either, the remaining calls are left for another request. */
const maxAnsweredBytes = 8 * 1024 * 1024;
const maxStartMs = 20_000;

/** The nesting around a call's arguments: the object, the list and the call. */
const levelsAround = 3;

/** Refused for now, and so would the calls after it be. */
const stopsAt = [429, 503];

interface AnsweredCalls {
  /** Each as JSON. */
  answers: string[];
  /** The first call that was not made; null if all were. */
  next: number | null;
  last: HttpAnswer;
}

/**
 * `POST /v1/calls`: several calls with one key in one request, made one after another. Each is checked, limited, logged and answered as if
 * it had come alone, and a call that fails does not stop those after it (D90).
 */
export function addCallManyRoute(app: Hono<EntranceEnv>, options: CallRouteOptions): void {
  app.post('/v1/calls', async (c) => {
    let answer: HttpAnswer | undefined;
    try {
      const key = readKey(c.env.incoming.rawHeaders);
      answer = await answerMany(options, c, { credential: { type: 'key', key }, key });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      answer = errorAnswer(c.env.requestId, error);
    }
    return answer ? await sendAnswer(c.env, answer) : RESPONSE_ALREADY_SENT;
  });
}

async function answerMany(
  options: CallRouteOptions,
  c: Context<EntranceEnv>,
  { credential, key }: { credential: Credential; key: string | undefined },
): Promise<HttpAnswer | undefined> {
  const { incoming, requestId } = c.env;
  const maxBytes = largestArgumentBytes(options.gateway.registry, 'write');
  const received = await readBody(options, c.env, { credential, maxBytes, holder: key });
  if (!('body' in received)) return received.answer;
  const { body } = received;
  try {
    checkArgumentBytes(body.outcome === 'whole' ? body.bytes.length : body.size, maxBytes);
    if (body.outcome !== 'whole') throw refusal('malformed_body', 'this request has no body; send {"calls": […]}');
    checkContentHeaders(incoming);
    const calls = readCalls(parseJson(body.bytes, levelsAround));
    const answered = await makeCalls(options, c, { calls, credential, origin: originOf(incoming) });
    // A wrong key is refused as for a single call.
    if (answered.last.status === 401) return { ...answered.last, headers: { ...answered.last.headers, 'X-Request-Id': requestId } };
    const { 'X-Request-Id': _, 'Retry-After': __, 'Idempotency-Replayed': ___, ...rate } = answered.last.headers;
    return jsonAnswer(requestId, `{"answers":[${answered.answers.join(',')}],"next":${answered.next}}`, rate);
  } finally {
    options.bodies.release(body);
  }
}

async function makeCalls(
  { gateway }: CallRouteOptions,
  c: Context<EntranceEnv>,
  { calls, credential, origin }: { calls: readonly GivenCall[]; credential: Credential; origin: Origin },
): Promise<AnsweredCalls> {
  const { signal } = c.req.raw;
  const started = performance.now();
  const answers: string[] = [];
  let [bytes, last] = [0, undefined as HttpAnswer | undefined];
  for (const call of calls) {
    if (last && (bytes >= maxAnsweredBytes || performance.now() - started >= maxStartMs || signal.aborted || stopsAt.includes(last.status)))
      return { answers, next: answers.length, last };
    const requestId = newId('req', gateway.clock());
    const answer = await gateway.call({
      ...toCall(call, () => maximumArgumentBytes(gateway.registry, call.tool)),
      credential,
      origin,
      requestId,
      signal,
    });
    last = toAnswer(answer, requestId);
    answers.push(toJson(last, answer, requestId));
    bytes += last.json.length;
    if (last.status === 401) break;
  }
  if (!last) throw new Error('there was no call to make');
  return { answers, next: answers.length < calls.length ? answers.length : null, last };
}

function toCall({ tool, arguments: given, idempotencyKey }: GivenCall, maxBytes: () => number) {
  const argumentBytes = given === undefined ? 0 : Buffer.byteLength(JSON.stringify(given));
  const readArguments = () => {
    checkArgumentBytes(argumentBytes, maxBytes());
    return given;
  };
  return { tool, idempotencyKey, argumentBytes, readArguments };
}

/** The answer with the headers it would have. */
function toJson({ status, json, headers }: HttpAnswer, { isReplay }: Answer, requestId: string): string {
  const retryAfter = headers['Retry-After'];
  const said = { status, requestId, ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }), ...(isReplay && { isReplay }) };
  return `${JSON.stringify(said).slice(0, -1)},"body":${json}}`;
}
