import type { BlockList } from 'node:net';
import { Agent } from 'undici';
import type { Answer } from './answer.ts';
import { type ExchangeLimits, exchange } from './exchange.ts';
import { createGuardedConnect } from './guarded-connect.ts';

/** `fetch` as far as it is used here; it makes the headers it is given its own. */
export type Fetch = (url: string | URL, init?: FetchInit) => Promise<Answer>;

export interface FetchInit {
  method?: string | undefined;
  headers?: Headers | Record<string, string> | undefined;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** An event stream of the answer goes on until it is given up: without deadline, and without counting what comes. */
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
 * The one way out over HTTP: addresses are checked when the socket is connected (D37), no redirect is followed, answers are counted
 * as they are decoded and have a deadline, failures are cut short. No proxy is taken from the environment.
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
