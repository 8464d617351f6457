import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { messageOf } from '../../kernel/states/failed.tsx';
import { removeAgent as strings } from '../strings.ts';
import type { AgentRow } from './use-agents.ts';

/** Its keys are revoked with it, which cannot be taken back: it says what stops before. */
export function RemoveAgent({ agent, onRemoved }: { agent: AgentRow; onRemoved: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(orgId, 'remove_agent', { agentId: agent.id }),
    onSuccess: ({ stopped }) => {
      sayDone(strings.removed(agent.name, stopped.length));
      onRemoved();
    },
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] });
      return queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
    },
  });
  return (
    <Confirm
      label={strings.remove}
      about={agent.name}
      verb={strings.removeAgent}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {agent.keyCount === 0 ? (
        <p>{strings.itHasNoActiveKeys}</p>
      ) : (
        <p>
          {strings.itsKeysStopWorking(agent.keyCount)} {strings.immediatelyAndItsOpenConnections} <Time at={agent.lastUsedAt} />.
        </p>
      )}
      <p>{strings.whatItDidStaysIn}</p>
    </Confirm>
  );
}
