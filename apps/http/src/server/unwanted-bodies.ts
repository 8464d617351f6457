import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { ordinaryArgumentBytes } from '@gatehouse/domain';
import { freeMemory, holdBody, smallBytes, takeHeld } from '@gatehouse/entrance';

/** For how long a body that nobody wants is read, in milliseconds. */
const patienceMs = 1000;

/**
 * Reads on what nobody wants and throws it away: closing a socket with unread bytes makes the client lose the answer. What is more than an
 * ordinary call may have stays unread; a small piece counts as a kilobyte, for what it costs. Calls `over` once: at its end, or when a second has passed.
 */
export function discard(source: Readable, over: () => void): void {
  let left = ordinaryArgumentBytes;
  const timer = setTimeout(end, patienceMs);

  function look(chunk: Buffer): void {
    left -= Math.max(chunk.length, smallBytes);
    freeMemory(chunk);
    if (left < 0) stop();
  }
  function stop(): void {
    source.off('data', look);
    holdBody(source);
  }
  function end(): void {
    clearTimeout(timer);
    source.off('data', look).off('end', end).off('close', end);
    over();
  }

  if (source.destroyed || source.readableEnded) {
    end();
    return;
  }
  source.on('data', look).on('end', end).on('close', end);
  takeHeld(source);
  source.resume();
}

/**
 * Bounds what is read of a body that no route reads: Node and Hono would read it for as long as it comes. While the request waits for its
 * answer, nothing is read; what is left when it was answered is thrown away for a moment, and then the connection is closed.
 */
export function boundUnwantedBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!hasBody(incoming)) return;
  if (incoming.method !== 'POST' || incoming.headers['transfer-encoding'] !== undefined) holdBody(incoming);
  outgoing.once('prefinish', () => {
    // A connection that is not kept ends with the answer.
    if (incoming.complete || !outgoing.shouldKeepAlive) return;
    discard(incoming, () => {
      if (!incoming.complete) incoming.socket.destroySoon();
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
