import type { BlockList } from 'node:net';
import { Agent } from 'undici';
import type { Answer } from './answer.ts';
import { type ExchangeLimits, exchange } from './exchange.ts';
import { createGuardedConnect } from './guarded-connect.ts';

/** The subset of `fetch` that is used here. It modifies the headers that it gets. */
export type Fetch = (url: string | URL, init?: FetchInit) => Promise<Answer>;

export interface FetchInit {
  method?: string | undefined;
  headers?: Headers | Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** True for an event stream that runs until it is cancelled, without a deadline or a limit of bytes. */
  isEndless?: boolean | undefined;
}

export interface GuardedFetchOptions extends ExchangeLimits {
  guard: BlockList;
}

export interface GuardedFetch {
  fetch: Fetch;
  close(): Promise<void>;
}

const userAgent = 'gatehouse';

/**
 * Sends all outgoing HTTP requests. It checks addresses when the socket connects (D37) and follows no redirects. Decoded bytes of answers
 * are counted, answers have a deadline, and bodies of failures are cut. It uses no proxy from the environment.
 */
export function createGuardedFetch({ guard, ...limits }: GuardedFetchOptions): GuardedFetch {
  const { deadlineMs } = limits;
  const agent = new Agent({ connect: createGuardedConnect(guard), headersTimeout: deadlineMs, bodyTimeout: deadlineMs });
  return {
    async fetch(url, { method = 'GET', headers: given, body, signal, isEndless } = {}) {
      const headers = given instanceof Headers ? given : new Headers(given);
      headers.set('accept-encoding', 'identity');
      if (!headers.has('user-agent')) headers.set('user-agent', userAgent);
      return await exchange(agent, { url: new URL(url), method, headers, body, signal, isEndless }, limits);
    },
    close: () => agent.destroy(),
  };
}
