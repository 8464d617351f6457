import { useSyncExternalStore } from 'react';
import { hearCalls } from '../calls/call.ts';
import { type ConnectionState, createConnection } from './connection.ts';

/** Timeout of a probe. */
const maxAskMs = 5000;

/** Checks the gateway with a request that needs no session and is not logged. A proxy without its gateway answers 502 to 504. */
async function ask(): Promise<boolean> {
  const status = await readStatus('/healthz', AbortSignal.timeout(maxAskMs)).catch(() => 503);
  return status < 500;
}

/** Reads the body too: until it is read, the browser keeps the connection from other requests. */
async function readStatus(path: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(path, { cache: 'no-store', signal });
  await answer.arrayBuffer();
  return answer.status;
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

/** Watches the connection for the lifetime of the page. */
export function watchConnection(): void {
  hearCalls(({ error }) => (error?.code === 'offline' ? connection.doubt() : connection.answered()));
  window.addEventListener('offline', connection.doubt);
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.state);
}
