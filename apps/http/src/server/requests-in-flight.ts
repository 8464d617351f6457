import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createPrincipalQuotas, type Principal } from '@gatehouse/entrance';

export interface RequestsInFlight {
  /**
   * Takes a request whose answer will be waited for. False if its key, its address or all callers together have too many requests that wait
   * for the first byte of their answer. Open streams do not count.
   */
  admit(outgoing: ServerResponse, holder: Principal): boolean;
  /** Takes a request that is always answered immediately. */
  add(outgoing: ServerResponse): void;
  /** Every request whose answer is not finished, oldest first. */
  all(): ServerResponse[];
  of(socket: Socket): ServerResponse[];
  readonly count: number;
}

/** Validity of an exact count. Under overload, counting for every request would itself be load. Milliseconds. */
const recountMs = 50;

/** Requests that a key can still have when others have taken all places. Fewer on a small server. */
const maxOfIdleKey = 4;

/** A request, linked to the one before and the one after it. */
interface Entry {
  outgoing: ServerResponse;
  isOpen: boolean;
  /** Holder to which it counts while it waits. */
  holder: Principal | undefined;
  previous: Entry | undefined;
  next: Entry | undefined;
}

/**
 * Keeps requests in a linked list instead of a Set. A Set moves after as many changes as it has room for, and leaves its old table to a
 * collection of the whole heap. Every request, with all its references, would then outlive the small collections.
 */
export function createRequestsInFlight(maximum: number): RequestsInFlight {
  let oldest: Entry | undefined;
  let newest: Entry | undefined;
  let count = 0;
  const reserve = { places: Math.ceil(maximum / 4), perHolder: Math.min(maxOfIdleKey, Math.ceil(maximum / 16)) };
  const waiting = createPrincipalQuotas('requests', { places: maximum, reserve });
  let countedAt = Number.NEGATIVE_INFINITY;

  function append(outgoing: ServerResponse, holder: Principal | undefined): Entry {
    const entry: Entry = { outgoing, isOpen: true, holder, previous: newest, next: undefined };
    if (newest) newest.next = entry;
    else oldest = entry;
    newest = entry;
    count++;
    return entry;
  }

  function remove(entry: Entry): void {
    if (!entry.isOpen) return;
    entry.isOpen = false;
    const { previous, next } = entry;
    if (previous) previous.next = next;
    else oldest = next;
    if (next) next.previous = previous;
    else newest = previous;
    entry.previous = undefined;
    entry.next = undefined;
    count--;
    stopWaiting(entry);
  }

  function stopWaiting(entry: Entry): void {
    if (entry.holder) waiting.release(entry.holder, 1);
    entry.holder = undefined;
  }

  function* entries(): Generator<Entry> {
    for (let entry = oldest; entry; entry = entry.next) yield entry;
  }

  function all(): ServerResponse[] {
    return [...entries()].map(({ outgoing }) => outgoing);
  }

  function keep(outgoing: ServerResponse, holder: Principal | undefined): void {
    const entry = append(outgoing, holder);
    const forget = () => remove(entry);
    outgoing.once('close', forget);
    if (outgoing.socket === null) forgetWithConnection(outgoing, forget);
  }

  /** Releases the places of requests whose answer has begun. False if this ran a moment ago. */
  function recount(): boolean {
    const now = performance.now();
    if (now - countedAt < recountMs) return false;
    countedAt = now;
    for (const entry of entries()) if (entry.outgoing.headersSent) stopWaiting(entry);
    return true;
  }

  return {
    admit(outgoing, holder) {
      if (!waiting.take(holder, 1) && !(recount() && waiting.take(holder, 1))) return false;
      keep(outgoing, holder);
      return true;
    },
    add: (outgoing) => keep(outgoing, undefined),
    all,
    of: (socket) => all().filter((outgoing) => outgoing.req.socket === socket),
    get count() {
      return count;
    },
  };
}

/**
 * Forgets a pipelined request with its connection. A request after another one has no connection of its own yet, so its `close` may never
 * come.
 */
function forgetWithConnection(outgoing: ServerResponse, forget: () => void): void {
  const { socket } = outgoing.req;
  socket.setMaxListeners(0);
  socket.once('close', forget);
}
