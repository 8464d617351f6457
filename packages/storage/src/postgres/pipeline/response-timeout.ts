import type pg from 'pg';
import { type ConnectionInternals, wireOf } from './connection-internals.ts';

/** A connection that owes answers. */
export interface Debtor {
  /** An answer is awaited. */
  owes(): void;
  /** One came. */
  answered(): void;
}

const debtors = new WeakMap<ConnectionInternals, Debtor>();

/**
 * Closes a connection that owes answers and has given none for `limitMs`: a network that is cut says nothing at all. The driver can do
 * that too (`query_timeout`), with a timer and a function for each query; a function that is assigned to a property, as it does,
 * is made among the old objects, where it keeps all that it refers to until the next collection of the whole heap.
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

/** What is watched of a connection; undefined where nothing is. */
export function debtorOn(wire: ConnectionInternals): Debtor | undefined {
  return debtors.get(wire);
}
