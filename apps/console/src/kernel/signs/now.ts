import { useSyncExternalStore } from 'react';

const stepMs = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // Nobody has moved it on since the last listener left.
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

/** Without listeners, reads the clock directly. */
export function currentNow(): number {
  if (timer === undefined && Date.now() - now >= stepMs) now = Date.now();
  return now;
}

function step(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

// Timers of hidden tabs stand still.
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', step);

/** The time, which moves on by itself: one clock for everything that a page shows. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentNow);
}
