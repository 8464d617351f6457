import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

const maxKept = 30;

/** Storage key. Only identifiers are stored; names are loaded when shown. */
const nameOf = (orgId: string) => `gatehouse recent ${orgId}`;

/** Entry that is open at an address of the application, such as `item doc_…` or `task task_…`. Undefined for other pages. */
export function openAt(pathname: string, search: Record<string, unknown>): string | undefined {
  const [, , place, kind, id] = pathname.split('/');
  if (place === 'documents' && (kind === 'item' || kind === 'folder') && id) return `${kind} ${id}`;
  if (place === 'services' && kind !== undefined && kind !== 'connect') return `connection ${kind}`;
  for (const [page, name] of [
    ['tasks', 'task'],
    ['agents', 'agent'],
    ['people', 'person'],
  ] as const)
    if (place === page && typeof search[name] === 'string') return `${name} ${search[name]}`;
  return undefined;
}

/** Entries that were opened in this browser, last first. */
export function readRecents(orgId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(orgId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // The stored value is invalid, or the browser stores nothing.
    return [];
  }
}

/** Returns the list with an entry added in front. */
export function withRecent(recents: readonly string[], id: string): string[] {
  return [id, ...recents.filter((one) => one !== id)].slice(0, maxKept);
}

/** Records each opened entry while the frame of an organization is shown. */
export function useNoteRecents(orgId: string): void {
  const id = useLocation({ select: ({ pathname, search }) => openAt(pathname, search as Record<string, unknown>) });
  useEffect(() => {
    if (id === undefined) return;
    try {
      localStorage.setItem(nameOf(orgId), JSON.stringify(withRecent(readRecents(orgId), id)));
    } catch {
      // The browser stores nothing, so the search has no recent entries.
    }
  }, [orgId, id]);
}
