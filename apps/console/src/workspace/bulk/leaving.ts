import { useSyncExternalStore } from 'react';

/** Items that a bulk change of this tab takes out of the lists that show them. They come back if they are refused. */
let leaving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  leaving = next;
  for (const listener of listeners) listener();
}

/** Hides items. Returns a function that shows those that still exist. */
export function hide(ids: readonly string[]): () => void {
  set(new Set([...leaving, ...ids]));
  const mine = new Set(ids);
  return () => set(new Set([...leaving].filter((id) => !mine.has(id))));
}

/** The rows of a list that stay in it. */
export function useStaying<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const gone = useSyncExternalStore(subscribe, () => leaving);
  return gone.size === 0 ? rows : rows.filter((row) => !gone.has(idOf(row)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
