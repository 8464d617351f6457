import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { affectedBy, isAffected } from './affected.ts';
import { type Change, followChanges } from './change-stream.ts';
import { createRefresher } from './refresher.ts';

const listeners = new Set<(change: Change) => void>();

/**
 * Keeps what is shown fresh while the frame of an organization is there.
 * @param from where its log was before the frame came
 */
export function useChangeStream(orgId: string, from: string): void {
  const queries = useQueryClient();
  const latest = useRef(from);
  latest.current = from;
  useEffect(() => {
    // What is kept from an earlier visit may be older than that.
    const isFirst = queries.getQueryCache().findAll({ queryKey: [orgId], predicate: ({ state }) => state.dataUpdatedAt > 0 }).length === 0;
    const refresher = createRefresher(queries);
    const tell = (change: Change) => {
      const affected = affectedBy(change);
      if (affected === 'all') void queries.invalidateQueries({ queryKey: [orgId] });
      else {
        const old = queries.getQueryCache().findAll({ queryKey: [orgId], predicate: ({ queryKey }) => isAffected(queryKey, affected) });
        for (const query of old) refresher.refresh(query);
      }
      listeners.forEach((listener) => listener(change));
    };
    const stop = followChanges(orgId, tell, isFirst ? latest.current : undefined);
    return () => {
      stop();
      refresher.stop();
    };
  }, [queries, orgId]);
}

/** Hears of each change as it comes. */
export function useChanges(hear: (change: Change) => void): void {
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    const listener = (change: Change) => latest.current(change);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
