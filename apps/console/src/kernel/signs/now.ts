import { useSyncExternalStore } from 'react';

const stepMs = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The clock stood still while there were no listeners.
    now = Date.now();
    timer = setInterval(step, stepMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the shared time. Without listeners, it is renewed once it is older than `stepMs`. */
export function currentNow(): number {
  if (timer === undefined && Date.now() - now >= stepMs) now = Date.now();
  return now;
}

function step(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

// Timers of hidden tabs stop, so update when a tab is shown again.
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', step);

/** Current time, updated by itself. Everything on a page shares this clock. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentNow);
}
