import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { fetchAuthorized } from '../../credentials/access.ts';
import { answerTooLarge, brokeOff, httpFailure, networkFailure, noAnswerWithin, ServiceFailure } from '../../kernel/failure.ts';
import { toError } from '../../kernel/guards.ts';
import { isEventStream } from '../../net/answer.ts';
import { readEvents, type StreamEvent } from '../../net/read-events.ts';
import type { HttpTransportOptions } from './http-transport.ts';
import { garbage, lost } from './mcp-failure.ts';
import { plainText } from './plain-text.ts';
import { readMessage } from './read-message.ts';

export interface SseTransportOptions extends HttpTransportOptions {
  /** Time in which the stream must name its endpoint. Milliseconds. */
  connectMs: number;
  /** Maximum length of a message. */
  maxBytes: number;
}

/** Maximum messages since the last request. A server may send many messages during a call, and few between calls. */
const maxMessages = 20_000;

/**
 * The transport of 2024-11-05, HTTP with SSE. One stream carries all messages of the server, and first names the endpoint for posted
 * messages. The endpoint must have the origin of the stream, because credentials go there. // D36
 */
export function createSseTransport({ url, fetch, authorizer, redactor, connectMs, maxBytes }: SseTransportOptions): Transport {
  const ended = new AbortController();
  let endpoint: URL | undefined;
  let messages = 0;

  async function start(): Promise<void> {
    const headers = new Headers({ accept: 'text/event-stream' });
    const asked = new URL(url);
    const response = await fetchAuthorized(fetch, authorizer, asked, { headers, signal: ended.signal, isEndless: true });
    const { body } = response;
    if (!response.ok) throw httpFailure(response.status, await said(response), response.headers.get('retry-after'));
    if (!body || !isEventStream(response)) throw garbage(new Error('no event stream'));
    const events = readEvents(body, maxBytes, answerTooLarge);
    const named = await withinTime(firstEndpoint(events));
    const found = URL.canParse(named, url) ? new URL(named, url) : undefined;
    if (found?.origin !== new URL(url).origin) {
      ended.abort();
      throw new ServiceFailure('failed', 'names an endpoint at another origin, which receives no credentials; connect it with that URL');
    }
    endpoint = found;
    void listen(events);
  }

  async function withinTime<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(noAnswerWithin(connectMs)), connectMs);
    try {
      return await Promise.race([work, promise]);
    } catch (error) {
      ended.abort();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function listen(events: AsyncGenerator<StreamEvent>): Promise<void> {
    try {
      for await (const { event, data } of events) {
        if (event !== 'message') continue;
        if (++messages > maxMessages) throw answerTooLarge();
        receive(data);
      }
    } catch (error) {
      if (!ended.signal.aborted) transport.onerror?.(networkFailure(error));
    }
    await transport.close();
  }

  function receive(data: string): void {
    try {
      transport.onmessage?.(readMessage(data) as JSONRPCMessage);
    } catch (error) {
      transport.onerror?.(toError(error));
    }
  }

  async function said(response: { text(): Promise<string> }): Promise<string> {
    return redactor.quote(plainText(redactor.text(await response.text())));
  }

  const transport: Transport = {
    start,
    async send(message) {
      if (!endpoint || ended.signal.aborted) throw lost(new Error('Not connected'));
      messages = 0;
      const headers = new Headers({ 'content-type': 'application/json' });
      const body = JSON.stringify(message);
      const response = await fetchAuthorized(fetch, authorizer, new URL(endpoint), {
        method: 'POST',
        headers,
        body,
        signal: ended.signal,
      }).catch((error) => {
        throw ended.signal.aborted ? brokeOff(error) : error;
      });
      if (response.ok) return;
      // An endpoint belongs to its stream: a message to an unknown endpoint did not run.
      if (response.status === 404 || response.status === 410) throw lost(new Error(`HTTP ${response.status}`));
      throw httpFailure(response.status, await said(response), response.headers.get('retry-after'));
    },
    async close() {
      if (ended.signal.aborted) return;
      ended.abort();
      transport.onclose?.();
    },
    setProtocolVersion: () => {},
  };
  return transport;
}

async function firstEndpoint(events: AsyncGenerator<StreamEvent>): Promise<string> {
  const first = await events.next();
  if (first.done || first.value.event !== 'endpoint') throw garbage(new Error('a stream that names no endpoint'));
  return first.value.data;
}
