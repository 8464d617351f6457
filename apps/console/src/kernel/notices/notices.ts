import { useSyncExternalStore } from 'react';
import { CallError, hearCalls } from '../calls/call.ts';

/** Line at the bottom: a completed action with Undo, or a failure. */
export interface Notice {
  id: number;
  text: string;
  kind: 'done' | 'failed' | 'waiting';
  undo?: (() => void) | undefined;
  /** The action that failed. */
  action?: string | undefined;
}

const undoMs = 10_000;
const doneMs = 4000;

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

export function dismiss(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

function show(notice: Omit<Notice, 'id'>, forMs: number | undefined): number {
  const id = nextId++;
  change([...notices.slice(-2), { ...notice, id }]);
  if (forMs !== undefined) setTimeout(() => dismiss(id), forMs);
  return id;
}

/** Reports a completed action. `undo` takes it back, for ten seconds. Returns a function that removes the notice. */
export function sayDone(text: string, undo?: () => void): () => void {
  const id = show({ text, kind: 'done', undo }, undo ? undoMs : doneMs);
  return () => dismiss(id);
}

/** Reports a failure with what to do. Stays until it is dismissed or the action succeeds. */
export function sayFailed(text: string, error?: unknown): void {
  const action = error instanceof CallError ? error.action : undefined;
  if (action !== undefined) clearFailed(action);
  show({ text, kind: 'failed', action }, undefined);
}

/** Reports a running action. Returns a function that removes the notice. */
export function sayWaiting(text: string): () => void {
  const id = show({ text, kind: 'waiting' }, undefined);
  return () => dismiss(id);
}

function clearFailed(action: string): void {
  if (notices.some((notice) => notice.action === action)) change(notices.filter((notice) => notice.action !== action));
}

hearCalls(({ action, error }) => {
  if (!error) clearFailed(action);
});

export function allNotices(): readonly Notice[] {
  return notices;
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, allNotices);
}
