import { quickstartAgent } from '@gatehouse/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { useAfterChanges } from '../../kernel/live/use-changes.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export interface FirstStepsDone {
  hasWritten: boolean;
  hasConnected: boolean;
  hasCalled: boolean;
}

/** Agents may make many calls a second. */
const everyMs = 1000;

/** An organization with more agents than this is not on its first day. */
const maxAgents = 20;

const isStep = ({ agentId, tool }: LoggedCall) => agentId !== null || tool === 'create_doc';

/** An agent with a key. The key that the first start prints counts once a program uses it. */
const isConnected = ({ name, keyCount, lastUsedAt }: OutputOf<'list_agents'>['agents'][number]) =>
  lastUsedAt !== null || (keyCount > 0 && name !== quickstartAgent);

/** Steps of the first day. Undefined once an agent has called before the page was opened. */
export function useFirstSteps(): FirstStepsDone | undefined {
  const { orgId, personId } = useMembership();
  const queries = useQueryClient();
  const agentsQuery = toolQuery(orgId, 'list_agents', { limit: maxAgents });
  const docsQuery = toolQuery(orgId, 'list_activity', { personId, by: 'people', tool: 'create_doc', outcome: 'ok', limit: 1 });
  const { agents, nextCursor } = useQuery(agentsQuery).data ?? {};
  const hasCalled = agents && (nextCursor !== null || agents.some(({ lastUsedAt }) => lastUsedAt !== null));
  // The last step is ticked while it is looked at.
  const [isFirstDay, setFirstDay] = useState(false);
  useEffect(() => {
    if (hasCalled === false) setFirstDay(true);
  }, [hasCalled]);
  const written = useQuery({ ...docsQuery, enabled: isFirstDay }).data?.activity;
  const done = {
    hasWritten: written !== undefined && written.length > 0,
    hasConnected: agents?.some(isConnected) === true,
    hasCalled: hasCalled === true,
  };
  const isAwaited = isFirstDay && Object.values(done).includes(false);
  useAfterChanges(
    everyMs,
    (change) => isAwaited && change.kind === 'rows' && change.rows.some(isStep),
    () => {
      for (const { queryKey } of [agentsQuery, docsQuery]) void queries.invalidateQueries({ queryKey, exact: true });
    },
  );
  return agents && isFirstDay ? done : undefined;
}
