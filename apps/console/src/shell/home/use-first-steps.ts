import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { useChanges } from '../../kernel/live/use-changes.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export interface FirstStepsDone {
  hasWritten: boolean;
  hasConnected: boolean;
  hasCalled: boolean;
}

/** Agents may make many calls a second. */
const everyMs = 1000;

const isStep = ({ agentId, tool }: LoggedCall) => agentId !== null || tool === 'create_doc' || tool === 'create_key';

/** Steps of the first day. Undefined once an agent has called before the page was opened. */
export function useFirstSteps(): FirstStepsDone | undefined {
  const { orgId, personId } = useMembership();
  const agents = useQuery(toolQuery(orgId, 'list_agents', { limit: 200 })).data?.agents;
  const hasCalled = agents?.some(({ lastUsedAt }) => lastUsedAt !== null);
  // The last step is ticked while it is looked at.
  const [isFirstDay, setFirstDay] = useState(false);
  useEffect(() => {
    if (hasCalled === false) setFirstDay(true);
  }, [hasCalled]);
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useChanges((change) => {
    if (!isFirstDay || change.kind !== 'rows' || !change.rows.some(isStep) || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      for (const tool of ['list_agents', 'list_activity']) void queries.invalidateQueries({ queryKey: [orgId, tool], type: 'active' });
    }, everyMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const written = useQuery({
    ...toolQuery(orgId, 'list_activity', { personId, by: 'people', tool: 'create_doc', outcome: 'ok', limit: 1 }),
    enabled: isFirstDay,
  }).data?.activity;
  if (!agents || !isFirstDay) return undefined;
  return {
    hasWritten: (written?.length ?? 0) > 0,
    hasConnected: agents.some(({ keyCount }) => keyCount > 0),
    hasCalled: hasCalled === true,
  };
}
