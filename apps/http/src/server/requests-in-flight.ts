import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface RequestsInFlight {
  add(outgoing: ServerResponse): void;
  /** Every request whose answer is not finished, oldest first. */
  all(): Iterable<ServerResponse>;
  of(socket: Socket): ServerResponse[];
  /** Whether as many requests as allowed wait for the first byte of their answer; open streams do not count. */
  isFull(): boolean;
  readonly count: number;
}

/** How long an exact count is good for: under overload, counting for every request would be load of its own. */
const recountMs = 50;

export function createRequestsInFlight(maximum: number): RequestsInFlight {
  const open = new Set<ServerResponse>();
  const waiting = new Set<ServerResponse>();
  let countedAt = Number.NEGATIVE_INFINITY;

  function forget(outgoing: ServerResponse): void {
    open.delete(outgoing);
    waiting.delete(outgoing);
  }

  return {
    add(outgoing) {
      open.add(outgoing);
      waiting.add(outgoing);
      outgoing.once('close', () => forget(outgoing));
      if (outgoing.socket === null) forgetWithConnection(outgoing, forget);
    },
    all: () => open,
    of: (socket) => [...open].filter((outgoing) => outgoing.req.socket === socket),
    isFull() {
      if (waiting.size < maximum) return false;
      const now = performance.now();
      if (now - countedAt < recountMs) return true;
      countedAt = now;
      for (const outgoing of waiting) if (outgoing.headersSent) waiting.delete(outgoing);
      return waiting.size >= maximum;
    },
    get count() {
      return open.size;
    },
  };
}

/** A pipelined request behind another has no connection of its own yet; if it never gets one, its `close` never comes. */
function forgetWithConnection(outgoing: ServerResponse, forget: (outgoing: ServerResponse) => void): void {
  const { socket } = outgoing.req;
  socket.setMaxListeners(0);
  socket.once('close', () => forget(outgoing));
}
