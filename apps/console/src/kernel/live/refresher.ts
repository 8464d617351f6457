import type { Query, QueryClient } from '@tanstack/react-query';

/** Minimum time between two reloads of a shown answer, for each of its pages, while changes continue. */
const msPerCall = 300;
/** Same for answers that every page shows, and that cost more than others. */
const msPerCallOf: Readonly<Record<string, number>> = { count_inbox: 5000, list_inbox: 1000 };

/** Query with any answer. */
type AnyQuery = Pick<Query, 'queryHash' | 'queryKey' | 'isActive'> & { state: { data?: unknown } };

export interface Refresher {
  /** Requests a visible answer again, and marks any other answer as stale. */
  refresh(query: AnyQuery): void;
  stop(): void;
}

/** Refetches shown data: immediately after a change, and within the session's call limit while changes follow each other. */
export function createRefresher(queries: QueryClient): Refresher {
  const askedAt = new WeakMap<AnyQuery, number>();
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  function ask(query: AnyQuery): void {
    askedAt.set(query, Date.now());
    waiting.delete(query.queryHash);
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }

  return {
    refresh(query) {
      if (waiting.has(query.queryHash)) return;
      const last = askedAt.get(query);
      const pauseMs = last === undefined || !query.isActive() ? 0 : last + pagesOf(query) * pauseOf(query) - Date.now();
      if (pauseMs <= 0) ask(query);
      else waiting.set(query.queryHash, setTimeout(ask, pauseMs, query));
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

function pauseOf({ queryKey }: AnyQuery): number {
  return msPerCallOf[String(queryKey[1])] ?? msPerCall;
}

function pagesOf({ state: { data } }: AnyQuery): number {
  const pages = (data as { pages?: unknown[] } | undefined)?.pages;
  return Math.max(1, pages?.length ?? 1);
}
