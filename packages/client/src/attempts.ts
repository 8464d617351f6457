import type { CallOptions } from './call-options.ts';
import { errorOf, GatehouseError } from './errors.ts';
import { parseAsWritten } from './exact-numbers.ts';
import { wait } from './wait.ts';

export interface Attempts extends CallOptions {
  fetch: typeof fetch;
  /** Makes the request of each attempt: a body can be sent once. */
  request: () => { url: string; init: RequestInit };
}

const standardTimeoutMs = 180_000;
const standardRetries = 4;
const firstWaitMs = 250;
const longestWaitMs = 8000;

/** What is worth another attempt. A 502 says that a service was called: the same call would do it twice, or get the same answer. */
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

/** The JSON of an answer. One that was cut off is a lost connection. */
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

/** Twice as long each time, and never the same for many clients. */
function backoffMs(retries: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** retries) * (0.5 + Math.random() / 2);
}
