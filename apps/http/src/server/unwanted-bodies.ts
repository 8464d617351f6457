import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { ordinaryArgumentBytes } from '@gatehouse/domain';
import { freeMemory, holdBody, smallBytes, takeHeld } from '@gatehouse/entrance';

/** Time for which an unwanted body is read. Milliseconds. */
const patienceMs = 1000;

/**
 * Reads unwanted input and discards it: closing a socket with unread bytes makes the client lose the answer. Input beyond the size of an
 * ordinary call stays unread. A small piece counts as a kilobyte, to cover its cost. Calls `over` once: at the end of the input, or after a
 * second.
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
 * Limits reading of a body that no route reads, because Node and Hono would read it without end. Nothing is read while the request waits
 * for its answer. After the answer, the rest is discarded for a moment, and then the connection is closed.
 */
export function boundUnwantedBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (!hasBody(incoming)) return;
  if (incoming.method !== 'POST' || incoming.headers['transfer-encoding'] !== undefined) holdBody(incoming);
  outgoing.once('prefinish', () => {
    // A connection without keep-alive ends with the answer.
    if (incoming.complete || !outgoing.shouldKeepAlive) return;
    discard(incoming, () => {
      if (!incoming.complete) incoming.socket.destroySoon();
    });
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
