import { useSyncExternalStore } from 'react';

/** State in this browser, by organization: if bulk changes are loaded, and which of them were dismissed. */
interface Kept {
  dismissed: readonly string[];
}

const maxKept = 20;
const nameOf = (orgId: string) => `gatehouse bulk ${orgId}`;
const listeners = new Set<() => void>();

/** Undefined if nothing was begun in this browser. */
function read(orgId: string): string | null {
  try {
    return localStorage.getItem(nameOf(orgId));
  } catch {
    // A browser that keeps nothing: this tab alone knows.
    return inTab.get(orgId) ?? null;
  }
}

const inTab = new Map<string, string>();

function write(orgId: string, { dismissed }: Kept): void {
  const text = JSON.stringify(dismissed.slice(-maxKept));
  try {
    localStorage.setItem(nameOf(orgId), text);
  } catch {
    inTab.set(orgId, text);
  }
  for (const listener of listeners) listener();
}

function dismissedIn(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // Another program wrote the value.
    return [];
  }
}

/** Lets pages load the bulk changes of this person from now on. */
export function watchBulk(orgId: string): void {
  if (read(orgId) === null) write(orgId, { dismissed: [] });
}

export function dismissBulk(orgId: string, id: string): void {
  write(orgId, { dismissed: [...dismissedIn(read(orgId)), id] });
}

/** Identifiers of dismissed bulk changes. Undefined if bulk changes are not loaded. */
export function useKeptBulk(orgId: string): readonly string[] | undefined {
  const text = useSyncExternalStore(subscribe, () => read(orgId));
  return text === null ? undefined : dismissedIn(text);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}
