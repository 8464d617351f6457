import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { useChanges } from '../../kernel/live/use-changes.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

/** Call of a new key: the first successful one, otherwise the first one. Undefined before any call. */
export function useFirstCall(keyId: string): LoggedCall | undefined {
  const { orgId } = useMembership();
  const [live, setLive] = useState<LoggedCall>();
  useChanges((change) => {
    if (change.kind !== 'rows') return;
    const own = change.rows.filter((row) => row.keyId === keyId);
    const found = own.find(({ outcome }) => outcome === 'ok') ?? own[0];
    if (found) setLive((before) => (before?.outcome === 'ok' ? before : found));
  });
  // Asks again for calls that came while this window was hidden.
  const asked = useQuery(toolQuery(orgId, 'list_activity', { keyId, limit: 1 })).data?.activity[0];
  if (live?.outcome === 'ok' || !asked) return live;
  return asked.outcome === 'ok' ? asked : (live ?? asked);
}
