import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../calls/call.ts';
import { ownChanges } from '../calls/own-changes.ts';
import { type Change, followChanges } from './change-stream.ts';
import { connection, useConnection } from './gateway-connection.ts';
import { refreshAfter, watchQuestions } from './refresh-after.ts';
import { createRefresher } from './refresher.ts';

const listeners = new Set<(change: Change, orgId: string) => void>();

/** Pause between attempts while the gateway refuses streams. */
const askAgainMs = 10_000;

type Following = 'connecting' | 'live' | 'lost';

/** State of the event stream in this tab. */
let following: Following = 'connecting';
const openListeners = new Set<() => void>();

function setFollowing(next: Following): void {
  following = next;
  for (const listener of openListeners) listener();
}

/** True if the page follows events now. Events from before the stream opened are not lost. */
export function useFollowing(): Following {
  const ofStream = useSyncExternalStore(
    (listener) => {
      openListeners.add(listener);
      return () => openListeners.delete(listener);
    },
    () => following,
  );
  return useConnection().isOnline ? ofStream : 'lost';
}

/**
 * Refreshes shown data while the frame of an organization is mounted.
 * @param from position of the log before the frame was mounted
 */
export function useChangeStream(orgId: string, from: string): void {
  const queries = useQueryClient();
  const latest = useRef(from);
  latest.current = from;
  useEffect(() => {
    // Data from an earlier visit can be older than this position.
    const isFirst = queries.getQueryCache().findAll({ queryKey: [orgId], predicate: ({ state }) => state.dataUpdatedAt > 0 }).length === 0;
    const refresher = createRefresher(queries);
    const stopWatching = watchQuestions(queries);
    const tell = (change: Change) => {
      ownChanges.afterAnswers(() => refreshAfter(change, { queries, orgId, refresher }));
      listeners.forEach((listener) => listener(change, orgId));
    };
    let askedAt = 0;
    const stop = followChanges(orgId, {
      tell,
      tellOpen(next) {
        setFollowing(next ? 'live' : following === 'connecting' ? 'connecting' : 'lost');
        if (!next) connection.doubt();
      },
      tellRefused() {
        if (Date.now() - askedAt < askAgainMs) return;
        askedAt = Date.now();
        // Checks if the session has ended: its watchers get the answer.
        void call(orgId, 'my_account', {}).catch(() => {});
      },
      from: isFirst ? latest.current : undefined,
    });
    return () => {
      stop();
      setFollowing('connecting');
      stopWatching();
      refresher.stop();
    };
  }, [queries, orgId]);
}

/** Calls a listener for each change of an open organization until the tab closes. */
export function hearChanges(listener: (change: Change, orgId: string) => void): void {
  listeners.add(listener);
}

/** Runs `run` once, `pauseMs` after a change that matters. Ignores further changes until then. */
export function useAfterChanges(pauseMs: number, matters: (change: Change) => boolean, run: () => unknown): void {
  const latest = useRef(run);
  latest.current = run;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useChanges((change) => {
    if (timer.current !== undefined || !matters(change)) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, pauseMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Calls a function for each change while the component is mounted. */
export function useChanges(hear: (change: Change) => void): void {
  const latest = useRef(hear);
  latest.current = hear;
  useEffect(() => {
    const listener = (change: Change) => latest.current(change);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
