import { useSyncExternalStore } from 'react';
import { hearChanges } from '../../kernel/live/use-changes.ts';
import { emptyLog, heardChange, type LiveLog } from './live-log.ts';

/** Live log of this tab. It is kept while the person leaves pages and returns to them. */
let log = emptyLog(performance.now());
let ofOrganization: string | undefined;
const listeners = new Set<() => void>();

hearChanges((change, orgId) => {
  const now = performance.now();
  log = heardChange(orgId === ofOrganization ? log : emptyLog(now), change, now);
  ofOrganization = orgId;
  for (const listener of listeners) listener();
});

export function useLiveLog(orgId: string): LiveLog {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => {
      if (ofOrganization !== orgId) {
        log = emptyLog(performance.now());
        ofOrganization = orgId;
      }
      return log;
    },
  );
}
