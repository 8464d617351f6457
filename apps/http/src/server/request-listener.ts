import type { IncomingMessage, ServerResponse } from 'node:http';
import { GatewayError, internalError, newId } from '@gatehouse/core';
import type { Principal } from '@gatehouse/entrance';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { answerAndClose, commonHeaders, errorAnswer, type HttpAnswer, toResponse, unavailableAnswer } from '../answers.ts';
import type { EntranceBindings } from '../bindings.ts';
import type { CrossOrigin } from '../headers/cross-origin.ts';
import { findRequestFault } from './request-faults.ts';
import type { RequestLines } from './request-lines.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';
import { boundUnwantedBody } from './unwanted-bodies.ts';

export interface RequestListenerOptions {
  fetch: (request: Request, bindings: EntranceBindings) => Response | Promise<Response>;
  crossOrigin: CrossOrigin;
  requests: RequestsInFlight;
  holderOf: (incoming: IncomingMessage) => Principal;
  /** The whole gateway is shutting down. */
  draining: AbortSignal;
  report: (error: GatewayError, requestId: string) => void;
  onShed: () => void;
  onRefused: () => void;
  /** Receives each request when its answer is complete. Without it, nothing about requests is kept. */
  lines?: RequestLines | undefined;
}

/** Paths that must answer when the server is full: otherwise the orchestrator would kill a busy server. */
const neverShed = new Set(['/healthz', '/readyz', '/metrics']);

const tooMuch = 'too many requests are waiting for an answer: from this key, from this address or from all callers; try again';

/** Passes a request to the application, or answers it immediately. Shedding is cheapest before a request is read. */
export function createRequestListener(options: RequestListenerOptions) {
  const { fetch, crossOrigin, requests, holderOf, draining, report, onShed, onRefused, lines } = options;
  const answer = (request: Request, bindings: EntranceBindings) => {
    const opened = openRequest(request, bindings, draining);
    lines?.name(bindings.outgoing, opened.requestId);
    const response = fetch(request, opened);
    return request.method === 'HEAD' ? unlessSent(response, bindings.outgoing) : response;
  };
  const handle = getRequestListener((request, bindings) => answer(request, bindings as EntranceBindings), {
    // Host for requests without one, which only HTTP/1.0 clients may send.
    hostname: 'localhost',
    errorHandler: (error) => toResponse(answerFault(error)),
    // Hono's cleanup would read 64 MiB of an unwanted body.
    autoCleanupIncoming: false,
  });

  function answerFault(error: unknown): HttpAnswer {
    const requestId = newId('req', Date.now());
    if (error instanceof RequestError) {
      onRefused();
      return errorAnswer(requestId, new GatewayError('invalid_request', `the address of this request is malformed: ${error.message}`));
    }
    const fault = internalError(error, requestId);
    report(fault, requestId);
    return errorAnswer(requestId, fault);
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    lines?.begin(incoming, outgoing);
    if (draining.aborted) outgoing.shouldKeepAlive = false;
    boundUnwantedBody(incoming, outgoing);
    const fault = findRequestFault(incoming);
    if (fault) {
      onRefused();
      answerAndClose(outgoing, errorAnswer(newId('req', Date.now()), new GatewayError('invalid_request', fault)));
    } else if (incoming.headers.origin !== undefined && crossOrigin.answer(incoming, outgoing)) {
      // The preflight is answered.
    } else if (requests.admit(outgoing, holderOf(incoming))) {
      void handle(incoming, outgoing);
    } else if (neverShed.has(incoming.url as string)) {
      requests.add(outgoing);
      void handle(incoming, outgoing);
    } else {
      onShed();
      answerAndClose(outgoing, unavailableAnswer(newId('req', Date.now()), tooMuch));
    }
  };
}

/** Hono replaces the response of a HEAD request, so it would not recognize one that was already sent. */
async function unlessSent(response: Response | Promise<Response>, outgoing: ServerResponse): Promise<Response> {
  const answered = await response;
  return outgoing.headersSent ? RESPONSE_ALREADY_SENT : answered;
}

function openRequest({ url }: Request, bindings: EntranceBindings, draining: AbortSignal): EntranceBindings {
  const { incoming, outgoing } = bindings;
  bindings.requestId = newId('req', Date.now());
  bindings.draining = draining;
  // The hot route writes these headers itself. Setting them here as well would cost it 2 µs. A path with dots may lead to another route.
  const isToolCall = incoming.url?.startsWith('/v1/tools/') && url.endsWith(incoming.url);
  if (isToolCall) return bindings;
  for (const [name, value] of Object.entries(commonHeaders(bindings.requestId))) outgoing.setHeader(name, value);
  return bindings;
}
