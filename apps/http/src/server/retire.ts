import { once } from 'node:events';
import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestsInFlight } from './requests-in-flight.ts';

export interface RetireOptions {
  server: Server;
  requests: RequestsInFlight;
  retiring: AbortController;
  patienceMs: number;
}

/**
 * Takes no new connections and closes each open one with its next answer, which says so. Resolves when none is left,
 * at the latest after `patienceMs`. A connection that is cut while it is idle may have a request on its way, which would be lost.
 */
export async function retireServer({ server, requests, retiring, patienceMs }: RetireOptions): Promise<void> {
  retiring.abort();
  for (const outgoing of requests.all()) outgoing.shouldKeepAlive = false;
  const patience = new AbortController();
  const gone = once(server, 'close', { signal: patience.signal });
  stopListening(server);
  const enough = wait(patienceMs, undefined, { signal: patience.signal });
  await Promise.race([gone, enough]);
  patience.abort();
  await Promise.allSettled([gone, enough]);
}

/** An HTTP server's own `close` would cut its idle connections off. */
function stopListening(server: Server): void {
  net.Server.prototype.close.call(server);
}
