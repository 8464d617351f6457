import type pg from 'pg';
import { wireOf } from './wire.ts';

/** What `work` sends, which it must do before it returns, goes out with one write. */
export function inOneWrite(client: pg.ClientBase, work: () => void): void {
  const { stream } = wireOf(client);
  stream.cork();
  try {
    work();
  } finally {
    stream.uncork();
  }
}

/** The driver writes each statement by itself; its socket can be told to gather those of one turn of the event loop. */
export function holdUntilTurnEnds(client: pg.ClientBase): void {
  const { stream } = wireOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}
