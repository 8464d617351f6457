import { useSyncExternalStore } from 'react';

const stepMs = 10_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(step, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function step(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The time, which moves on by itself: one clock for everything that a page shows. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
