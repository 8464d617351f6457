import type { CallOptions } from './call-options.ts';
import { errorOf, GatehouseError } from './errors.ts';
import { parseAsWritten } from './exact-numbers.ts';
import { wait } from './wait.ts';

export interface Attempts extends CallOptions {
  fetch: typeof fetch;
  /** Makes the request of each attempt, because a body can be sent only once. */
  request: () => { url: string; init: RequestInit };
}

const standardTimeoutMs = 180_000;
const standardRetries = 4;
const firstWaitMs = 250;
const longestWaitMs = 8000;

/** Statuses worth another attempt. After a 502 a service was called: the same call would run twice, or get the same answer. */
const repeatedStatuses = [429, 500, 503];

/** Sends a request until it is answered, and reads the answer with `read`. */
export async function attempt<Result>(attempts: Attempts, read: (response: Response) => Promise<Result>): Promise<Result> {
  const { signal, timeoutMs = standardTimeoutMs, maxRetries = standardRetries } = attempts;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
  for (let retries = 0; ; retries++) {
    try {
      return await once(attempts, ends, read);
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.aborted) throw timedOut(timeoutMs, error);
      if (!(error instanceof GatehouseError) || !isWorthAnother(error) || retries >= maxRetries) throw error;
      await wait(error.retryAfterMs ?? backoffMs(retries), ends).catch(() => {
        signal?.throwIfAborted();
        throw timedOut(timeoutMs, error);
      });
    }
  }
}

async function once<Result>({ fetch, request }: Attempts, signal: AbortSignal, read: (response: Response) => Promise<Result>) {
  const { url, init } = request();
  const response = await fetch(url, { ...init, signal }).catch((cause: unknown) => {
    throw lost(cause);
  });
  if (response.ok) return await read(response);
  const text = await response.text().catch((cause: unknown) => {
    throw lost(cause);
  });
  throw errorOf(response, parsed(text));
}

/** Reads the JSON of an answer. A truncated answer is a lost connection or an unreadable answer. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw lost(cause);
  });
  const value = parsed(text);
  if (value === undefined) throw errorOf(response, undefined);
  return value;
}

function parsed(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch {
    return undefined;
  }
}

export function lost(cause: unknown): GatehouseError {
  return new GatehouseError('the connection to the gateway was lost', { code: 'connection_lost', cause });
}

function timedOut(timeoutMs: number, cause: unknown): GatehouseError {
  return new GatehouseError(`the call was not answered within ${timeoutMs} ms`, { code: 'timed_out', cause });
}

function isWorthAnother({ code, status }: GatehouseError): boolean {
  return code === 'connection_lost' || (status !== undefined && repeatedStatuses.includes(status));
}

/** Doubles the wait each time, with a random part, so that many clients do not retry together. */
function backoffMs(retries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** retries) * (0.5 + Math.random() / 2);
}
