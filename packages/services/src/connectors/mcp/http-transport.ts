import { setTimeout } from 'node:timers/promises';
import { type JSONRPCMessage, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { type Authorizer, fetchAuthorized } from '../../credentials/access.ts';
import { httpFailure } from '../../kernel/failure.ts';
import { objectOf } from '../../kernel/guards.ts';
import type { Redactor } from '../../kernel/redact.ts';
import { asResponse, isEventStream } from '../../net/answer.ts';
import type { Fetch, FetchInit } from '../../net/guarded-fetch.ts';
import { createEventMarks } from './mark-events.ts';
import { plainText } from './plain-text.ts';
import { readMessage } from './read-message.ts';

export interface HttpTransportOptions {
  url: string;
  fetch: Fetch;
  authorizer: Authorizer;
  redactor: Redactor;
}

/** Marks our own answer to a request whose answer broke off. */
export const brokenOff = { code: -32000, message: 'the answer broke off' };

/** Carries the id of a request from `send` to `fetch`. It never leaves the process. */
const idHeader = 'x-gatehouse-message';

const farewellMs = 500;

/**
 * Wraps the SDK's transport. A request whose stream ends without an answer fails immediately instead of at its timeout. A canceled request
 * closes its stream, and no stream stays open that no one waits for.
 */
export function createHttpTransport({ url, fetch, authorizer, redactor }: HttpTransportOptions): Transport {
  const waiting = new Map<string, { abort: AbortController; streams: boolean }>();
  const marks = createEventMarks();

  const guarded = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const id = headers.get(idHeader);
    headers.delete(idHeader);
    // Refuses a stream for unrequested messages, but accepts one that resumes an answer.
    if (init.method === 'GET' && !headers.has('last-event-id')) return new Response(null, { status: 405 });
    const { method, body, signal } = init as FetchInit;
    const response = await fetchAuthorized(fetch, authorizer, new URL(address), { method, headers, body, signal });
    // The SDK drops the headers of a refusal, and this one contains the time to wait.
    if (response.status === 429)
      throw httpFailure(429, redactor.quote(plainText(redactor.text(await response.text()))), response.headers.get('retry-after'));
    const request = id === null ? undefined : waiting.get(id);
    const streams = isEventStream(response);
    if (request) request.streams = streams;
    const events = streams && response.body ? marks.mark(response.body) : response.body;
    return asResponse({ ...response, body: events, json: async () => readMessage(await response.text()) });
  };

  const client = new StreamableHTTPClientTransport(new URL(url), {
    fetch: guarded,
    reconnectionOptions: { initialReconnectionDelay: 500, maxReconnectionDelay: 2000, reconnectionDelayGrowFactor: 2, maxRetries: 2 },
  });
  const inner: Transport = client;

  function settle(id: string, answer: boolean): void {
    const request = waiting.get(id);
    if (!request) return;
    waiting.delete(id);
    if (answer) transport.onmessage?.({ jsonrpc: '2.0', id: JSON.parse(id), error: brokenOff });
  }

  /** Notifies the service of the end of its session, with a short wait: sessions also end by themselves. */
  async function endSession(): Promise<void> {
    if (client.sessionId === undefined) return;
    const patience = new AbortController();
    const told = client.terminateSession().catch((error) => transport.onerror?.(error));
    await Promise.race([told, setTimeout(farewellMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  }

  const transport: Transport = {
    hasPerRequestStream: true,
    start: () => inner.start(),
    async send(message, options) {
      const canceled = canceledId(message);
      if (canceled !== undefined) waiting.get(canceled)?.abort.abort();
      const id = requestId(message);
      if (id === undefined) return await inner.send(message, options);
      const abort = new AbortController();
      const request = { abort, streams: false };
      waiting.set(id, request);
      const requestSignal = options?.requestSignal ? AbortSignal.any([options.requestSignal, abort.signal]) : abort.signal;
      try {
        const headers = { ...options?.headers, ...traceHeader(message), [idHeader]: id };
        await inner.send(message, { ...options, headers, requestSignal, onRequestStreamEnd: () => settle(id, true) });
      } catch (error) {
        settle(id, false);
        throw error;
      }
      // A response that is not a stream is complete by now. If it held no answer to this request, none will come.
      if (!request.streams) settle(id, true);
    },
    async close() {
      for (const { abort } of waiting.values()) abort.abort();
      waiting.clear();
      await endSession();
      await inner.close();
    },
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    get sessionId() {
      return inner.sessionId;
    },
  };

  inner.onmessage = (received) => {
    const message = marks.restore(received);
    if ('id' in message && !('method' in message)) settle(JSON.stringify(message.id), false);
    transport.onmessage?.(message);
  };
  inner.onclose = () => transport.onclose?.();
  inner.onerror = (error) => transport.onerror?.(error);
  return transport;
}

function requestId(message: JSONRPCMessage | JSONRPCMessage[]): string | undefined {
  return !Array.isArray(message) && 'method' in message && 'id' in message ? JSON.stringify(message.id) : undefined;
}

/** Copies the trace of a call to its header, for proxies and servers that read only headers. // D14 */
function traceHeader(message: JSONRPCMessage | JSONRPCMessage[]): { traceparent?: string } {
  if (Array.isArray(message) || !('method' in message)) return {};
  const traceparent = message.params?._meta?.traceparent;
  return typeof traceparent === 'string' ? { traceparent } : {};
}

function canceledId(message: JSONRPCMessage | JSONRPCMessage[]): string | undefined {
  if (Array.isArray(message) || !('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  return JSON.stringify(objectOf(message.params)?.requestId);
}
