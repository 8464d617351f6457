import type pg from 'pg';
import { type ConnectionInternals, wireOf } from './connection-internals.ts';

/** Numbers the writes to a connection. Statements that are sent while a write is held go out with it. */
interface Writes {
  begun: number;
  /** Last write that the system accepted. No byte of later ones has left. */
  taken: number;
}

const writesOf = new WeakMap<ConnectionInternals, Writes>();

/** Sends with one write everything that `work` sends before it returns. */
export function inOneWrite(client: pg.ClientBase, work: () => void): void {
  const wire = wireOf(client);
  beginWrite(wire);
  try {
    work();
  } finally {
    endWrite(wire);
  }
}

/** Gathers the statements of one event-loop turn in the socket. The driver itself writes each statement separately. */
export function holdUntilTurnEnds(client: pg.ClientBase): void {
  const wire = wireOf(client);
  if (wire.stream.writableCorked > 0) return;
  beginWrite(wire);
  setImmediate(endWrite, wire);
}

/** Begins a write, or joins the held one, and returns its number. */
export function beginWrite(wire: ConnectionInternals): number {
  let writes = writesOf.get(wire);
  if (!writes) {
    writes = { begun: 0, taken: 0 };
    writesOf.set(wire, writes);
  }
  if (wire.stream.writableCorked === 0) writes.begun++;
  wire.stream.cork();
  return writes.begun;
}

/** Releases a write. It goes out if no other holder is left. */
export function endWrite(wire: ConnectionInternals): void {
  const { stream } = wire;
  stream.uncork();
  // A connection that is known to be lost refuses immediately.
  if (stream.writableCorked > 0 || stream.destroyed || stream.errored) return;
  const writes = writesOf.get(wire);
  if (writes) writes.taken = writes.begun;
}

/** True if any part of a write may have left. False if the connection was lost before. */
export function wasTaken(wire: ConnectionInternals, write: number): boolean {
  return (writesOf.get(wire)?.taken ?? 0) >= write;
}
