import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Change, followChanges, type LoggedCall } from './change-stream.ts';

const listeners = new Set<(change: Change) => void>();

/** Keeps what is shown fresh while the frame of an organization is there. */
export function useChangeStream(orgId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    return followChanges(orgId, (change) => {
      if (change.kind === 'rows') change.rows.forEach((row) => refresh(queries, orgId, row));
      else void queries.invalidateQueries({ queryKey: [orgId] });
      listeners.forEach((listener) => listener(change));
    });
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

/** What must be asked again after a change of something, by what was changed. */
const affected: Record<string, string[]> = {
  agent: ['list_agents', 'list_keys'],
  key: ['list_agents', 'list_keys'],
  person: ['list_people', 'list_invitations', 'list_agents'],
  invitation: ['list_invitations'],
  doc: ['list_trash'],
  file: ['list_trash'],
  skill: ['list_trash'],
};

const readers = /^(list|find|read|search|whoami|grep|export|explain|test|my)(_|$)/;

/** Calls that only read change nothing that is shown, and asking again after each would never end. */
function refresh(queries: QueryClient, orgId: string, { itemType, outcome, tool }: LoggedCall): void {
  if (outcome !== 'ok' || itemType === null || readers.test(tool)) return;
  for (const name of affected[itemType] ?? []) void queries.invalidateQueries({ queryKey: [orgId, name] });
}
