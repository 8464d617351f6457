import type pg from 'pg';
import { type ConnectionInternals, wireOf } from './connection-internals.ts';

/** A connection that owes answers. */
export interface Debtor {
  /** Records that an answer is awaited. */
  owes(): void;
  /** Records that an answer came. */
  answered(): void;
}

const debtors = new WeakMap<ConnectionInternals, Debtor>();

/**
 * Closes a connection that owes answers and has given none for `limitMs`: a network that is cut reports nothing at all. The driver's own
 * limit (`query_timeout`) needs a timer and a function for each query. It assigns that function to a property, and V8 allocates such
 * functions in its old generation. There they retain everything they refer to until the next full collection.
 */
export function closeWhenSilent(client: pg.ClientBase, limitMs: number): void {
  const wire = wireOf(client);
  let owed = 0;
  const timer = setTimeout(() => {
    if (owed > 0) wire.stream.destroy(new Error(`Query read timeout: no answer for ${limitMs} ms`));
  }, limitMs).unref();
  debtors.set(wire, {
    owes: () => {
      if (owed++ === 0) timer.refresh();
    },
    answered: () => {
      if (--owed > 0) timer.refresh();
    },
  });
}

/** Debtor that watches a connection. Undefined if none does. */
export function debtorOn(wire: ConnectionInternals): Debtor | undefined {
  return debtors.get(wire);
}
