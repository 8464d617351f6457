import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

const maxKept = 30;

/** Identifiers alone: what they are called is asked for when they are shown. */
const nameOf = (orgId: string) => `gatehouse recent ${orgId}`;

/** What is open at an address of the application: `item doc_…`, `task task_…`; undefined for a page that shows nothing by itself. */
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

/** What was opened in this browser, the last first. */
export function readRecents(orgId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(orgId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    // Written by something else, or a browser that keeps nothing: there are none.
    return [];
  }
}

/** The list with one more in front. */
export function withRecent(recents: readonly string[], id: string): string[] {
  return [id, ...recents.filter((one) => one !== id)].slice(0, maxKept);
}

/** Notes whatever is opened as long as the frame of an organization is there. */
export function useNoteRecents(orgId: string): void {
  const id = useLocation({ select: ({ pathname, search }) => openAt(pathname, search as Record<string, unknown>) });
  useEffect(() => {
    if (id === undefined) return;
    try {
      localStorage.setItem(nameOf(orgId), JSON.stringify(withRecent(readRecents(orgId), id)));
    } catch {
      // A browser that keeps nothing: the search goes without.
    }
  }, [orgId, id]);
}
