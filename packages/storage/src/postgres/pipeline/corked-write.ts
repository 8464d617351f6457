import type pg from 'pg';
import { type ConnectionInternals, wireOf } from './connection-internals.ts';

/** The writes to a connection, by number: what is asked while one is held goes out with it. */
interface Writes {
  begun: number;
  /** The last that the system took; of those after it not a byte has left. */
  taken: number;
}

const writesOf = new WeakMap<ConnectionInternals, Writes>();

/** What `work` sends, which it must do before it returns, goes out with one write. */
export function inOneWrite(client: pg.ClientBase, work: () => void): void {
  const wire = wireOf(client);
  beginWrite(wire);
  try {
    work();
  } finally {
    endWrite(wire);
  }
}

/** The driver writes each statement by itself; its socket can be told to gather those of one turn of the event loop. */
export function holdUntilTurnEnds(client: pg.ClientBase): void {
  const wire = wireOf(client);
  if (wire.stream.writableCorked > 0) return;
  beginWrite(wire);
  setImmediate(endWrite, wire);
}

/** Begins a write, or joins the one that is held, and gives its number. */
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

/** Sends what the write holds, where nobody else holds it. */
export function endWrite(wire: ConnectionInternals): void {
  const { stream } = wire;
  stream.uncork();
  // A connection whose loss is known refuses at once.
  if (stream.writableCorked > 0 || stream.destroyed || stream.errored) return;
  const writes = writesOf.get(wire);
  if (writes) writes.taken = writes.begun;
}

/** Whether any of a write can have left: not when the connection was lost before. */
export function wasTaken(wire: ConnectionInternals, write: number): boolean {
  return (writesOf.get(wire)?.taken ?? 0) >= write;
}
