import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerLimits } from './limits.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';

const closeUnusedEveryMs = 50;
/** Maximum wait for headers that have begun to arrive. */
const headersPatienceMs = 1000;

export interface DrainOptions {
  server: Server;
  connections: ReadonlySet<Socket>;
  requests: RequestsInFlight;
  draining: AbortController;
  limits: Pick<ServerLimits, 'drainTimeout' | 'drainNotice'>;
}

/**
 * Drains a server: reports it in /readyz, stops listening, lets every request in flight finish, and closes the remaining connections at the
 * deadline.
 */
export async function drainServer({ server, connections, requests, draining, limits }: DrainOptions): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), limits.drainTimeout);
  draining.abort(new Error('the server is shutting down'));
  for (const outgoing of requests.all()) outgoing.shouldKeepAlive = false;
  if (limits.drainNotice > 0) await wait(limits.drainNotice);
  const closed = once(server, 'close');
  server.close();
  const closedAt = performance.now();
  const sweep = setInterval(() => {
    // An answer begun before the drain promised keep-alive, so its connection becomes idle only now.
    server.closeIdleConnections();
    closeUnused(connections, requests, performance.now() - closedAt > headersPatienceMs);
  }, closeUnusedEveryMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

/**
 * Closes connections without a request. Node counts a connection as busy if it has sent nothing or only part of its headers. After it stops
 * listening, it no longer times these connections.
 */
function closeUnused(connections: ReadonlySet<Socket>, requests: RequestsInFlight, isOverdue: boolean): void {
  const used = new Set<Socket>();
  for (const outgoing of requests.all()) used.add(outgoing.req.socket);
  for (const socket of connections) {
    if (!used.has(socket) && (isOverdue || socket.bytesRead === 0)) socket.destroy();
  }
}
