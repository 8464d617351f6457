import type { BlockList } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { networkFailure, noAnswerWithin, tooLarge } from '../failure.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface GuardedFetchOptions {
  guard: BlockList;
  /** No request takes longer than this, its body included. Milliseconds. */
  deadlineMs: number;
  /** Most bytes of one answer, after decompression. */
  maximumBytes: number;
}

export interface GuardedFetch {
  fetch: Fetch;
  close(): Promise<void>;
}

const connectMs = 10_000;
/** What is read of the body of a failure: more than is ever shown. */
const failureBytes = 16_384;

/**
 * The one way out over HTTP: addresses are checked when the socket is connected (D37), no redirect is followed, answers are counted
 * as they are decoded and have a deadline, failures are cut short. No proxy is taken from the environment.
 */
export function createGuardedFetch({ guard, deadlineMs, maximumBytes }: GuardedFetchOptions): GuardedFetch {
  const agent = new Agent({ connect: { blockList: guard, timeout: connectMs }, headersTimeout: deadlineMs, bodyTimeout: deadlineMs });

  const guarded: Fetch = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('accept-encoding', 'identity');
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      const response = await ask(url, { ...init, headers, signal, redirect: 'manual' });
      if (!response.body) return response;
      if (!response.ok) return rebuilt(response, await readUpTo(response.body, failureBytes, false));
      if (isEventStream(response)) return rebuilt(response, response.body.pipeThrough(countingStream(maximumBytes)));
      return rebuilt(response, await readUpTo(response.body, maximumBytes, true));
    } catch (error) {
      throw deadline.aborted ? noAnswerWithin(deadlineMs) : error;
    }
  };

  /** Node's `fetch` and this one are the same code with types of their own. */
  const ask = async (url: string | URL, init: RequestInit): Promise<Response> => {
    const result = await undiciFetch(url, { ...init, dispatcher: agent } as Parameters<typeof undiciFetch>[1]);
    return result as unknown as Response;
  };

  return { fetch: guarded, close: () => agent.destroy() };
}

export function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === 'text/event-stream';
}

function rebuilt(response: Response, body: Uint8Array<ArrayBuffer> | ReadableStream): Response {
  const { status, statusText } = response;
  const headers = new Headers(response.headers as unknown as Headers);
  headers.delete('content-length');
  headers.delete('content-encoding');
  return new Response(status === 204 || status === 205 || status === 304 ? null : body, { status, statusText, headers });
}

async function readUpTo(body: ReadableStream<Uint8Array>, maximum: number, failWhenMore: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
    total += value.byteLength;
    if (total <= maximum) continue;
    // The rest is not wanted; that it may fail to be given up says nothing new.
    void reader.cancel().catch(networkFailure);
    if (failWhenMore) throw tooLarge('an answer that is too large');
    break;
  }
  return new Uint8Array(Buffer.concat(chunks)).subarray(0, maximum);
}

/** Every event costs the reader far more than its bytes: an endless row of small ones must end too. */
const mostEvents = 2000;

function countingStream(maximum: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let events = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      events += blankLines(chunk);
      if (bytes > maximum || events > mostEvents) controller.error(tooLarge('an answer that is too large'));
      else controller.enqueue(chunk);
    },
  });
}

/** How many events end in these bytes, near enough: one that ends across two chunks is not counted. */
function blankLines(chunk: Uint8Array): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) {
    if (chunk[at + 1] === 10 || (chunk[at + 1] === 13 && chunk[at + 2] === 10)) count++;
  }
  return count;
}
