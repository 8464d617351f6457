import { useSyncExternalStore } from 'react';
import { hearCalls } from './call.ts';
import { type ConnectionState, createConnection } from './connection.ts';

/** A question that hangs is no answer. */
const longestAskMs = 5000;

/** Answered without a session and not logged. A proxy whose gateway is away answers 502 to 504. */
async function ask(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longestAskMs) }).catch(() => undefined);
  return answer !== undefined && answer.status < 500;
}

/** Ends early when the browser has a network again. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
  });
}

/** The connection of this tab to its gateway. */
export const connection = createConnection({ ask, wait, clock: Date.now });

/** Watches for what tells about the connection, for as long as the page is there. */
export function watchConnection(): void {
  hearCalls(({ error }) => (error?.code === 'offline' ? connection.doubt() : connection.answered()));
  window.addEventListener('offline', connection.doubt);
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.state);
}
