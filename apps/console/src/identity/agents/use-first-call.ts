import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { useChanges } from '../../kernel/live/use-changes.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

/** A call of a key that was just made: the first good one, else the first one. Undefined while there is none. */
export function useFirstCall(keyId: string): LoggedCall | undefined {
  const { orgId } = useMembership();
  const [live, setLive] = useState<LoggedCall>();
  useChanges((change) => {
    if (change.kind !== 'rows') return;
    const own = change.rows.filter((row) => row.keyId === keyId);
    const found = own.find(({ outcome }) => outcome === 'ok') ?? own[0];
    if (found) setLive((before) => (before?.outcome === 'ok' ? before : found));
  });
  // What came while this window was hidden is asked for when it is looked at again.
  const asked = useQuery(toolQuery(orgId, 'list_activity', { keyId, limit: 1 })).data?.activity[0];
  if (live?.outcome === 'ok' || !asked) return live;
  return asked.outcome === 'ok' ? asked : (live ?? asked);
}
