import type { Dispatcher } from 'undici';
import { noAnswerWithin } from '../kernel/failure.ts';
import { toError } from '../kernel/guards.ts';
import { type Answer, type AnswerHead, headersOf, isEventStream, streamedAnswer, wholeAnswer } from './answer.ts';
import { createEventSink, createWholeSink, decodedInto, type Flow, type Sink } from './sinks.ts';

export interface Exchange {
  url: URL;
  method: string;
  headers: Headers;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** True for an event stream that runs until it is cancelled, without a deadline or a limit of bytes. */
  isEndless?: boolean | undefined;
}

export interface ExchangeLimits {
  /** Time limit of the whole exchange. Milliseconds. */
  deadlineMs: number;
  /** Maximum bytes of one answer, after decompression. */
  maxBytes: number;
}

/** Bytes of a failure's body that are read. More than is ever shown. */
const failureBytes = 16_384;

/**
 * Sends one request. It resolves when the body is complete, or for an event stream when the head has arrived. Redirects are answers.
 * Rejects with a socket error, the signal's reason or a ServiceFailure.
 */
export function exchange(dispatcher: Dispatcher, given: Exchange, { deadlineMs, maxBytes }: ExchangeLimits): Promise<Answer> {
  const { url, method, headers, body, signal, isEndless = false } = given;
  const answer = Promise.withResolvers<Answer>();
  let sink: Sink | undefined;
  let request: Dispatcher.DispatchController | undefined;
  let failure: Error | undefined;
  let isOver = false;

  const timer = setTimeout(() => fail(noAnswerWithin(deadlineMs)), deadlineMs);
  const onAbort = () => fail(reasonOf(signal));

  function done(): void {
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }

  function fail(error: Error): void {
    if (isOver) return;
    done();
    failure = error;
    // No-op if the response already resolved.
    answer.reject(error);
    sink?.fail(error);
    request?.abort(error);
  }

  const flow: Flow = { pause: () => request?.pause(), resume: () => request?.resume(), done, giveUp: fail };

  function sinkFor(head: AnswerHead): Sink {
    const isGood = head.status >= 200 && head.status < 300;
    if (isGood && isEventStream(head)) {
      if (isEndless) clearTimeout(timer);
      const events = createEventSink(isEndless ? Number.POSITIVE_INFINITY : maxBytes, flow);
      answer.resolve(streamedAnswer(head, events.body));
      return events;
    }
    const onWhole = (bytes: Buffer) => answer.resolve(wholeAnswer(head, bytes));
    return isGood
      ? createWholeSink({ maxBytes, whenMore: 'refuse', flow, onWhole })
      : createWholeSink({ maxBytes: failureBytes, whenMore: 'cut', flow, onWhole });
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      request = controller;
      if (failure) controller.abort(failure);
    },
    onResponseStart(_, status, fields, statusText = '') {
      if (isOver || status < 200) return;
      const head = { status, statusText, headers: headersOf(fields) };
      sink = decodedInto(sinkFor(head), head.headers.get('content-encoding') ?? '', flow);
    },
    onResponseData(_, chunk) {
      if (!isOver) sink?.take(chunk);
    },
    onResponseEnd() {
      if (!isOver) sink?.end();
    },
    onResponseError: (_, error) => fail(sink === undefined && isClosed(error) ? new ClosedUnanswered(error) : error),
  };

  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const request = { origin: url.origin, path: url.pathname + url.search, method, headers, body: body ?? null };
    if (!isOver) dispatcher.dispatch({ ...request, ...(isEndless && { bodyTimeout: 0 }) }, handler);
  } catch (error) {
    fail(toError(error));
  }
  return answer.promise;
}

/** Thrown if the other side closed the connection before it answered. */
class ClosedUnanswered extends Error {
  override name = 'ClosedUnanswered';

  constructor(cause: Error) {
    super('the connection was closed before an answer', { cause });
  }
}

export function closedUnanswered(error: unknown): boolean {
  return error instanceof ClosedUnanswered;
}

function isClosed(error: Error): boolean {
  return 'code' in error && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String(error.code));
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error(`the request was aborted: ${String(reason)}`);
}
