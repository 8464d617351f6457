import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import type { AgentRow } from './use-agents.ts';

/** Removes an agent and revokes its keys. Because this is final, it first lists what stops working. */
export function RemoveAgent({ agent, onRemoved }: { agent: AgentRow; onRemoved: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(orgId, 'remove_agent', { agentId: agent.id }),
    onSuccess: ({ stopped }) => {
      sayDone(`${agent.name} removed.${stopped.length === 0 ? '' : ` ${count(stopped.length, 'key')} revoked.`}`);
      onRemoved();
    },
    onError: sayError,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] });
      return queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
    },
  });
  return (
    <Confirm label="Remove" about={agent.name} verb="Remove agent" isPending={remove.isPending} onConfirm={() => remove.mutate()}>
      {agent.keyCount === 0 ? (
        <p>It has no active keys, so no program stops working.</p>
      ) : (
        <p>
          {agent.keyCount === 1 ? 'Its key stops working' : `Its ${count(agent.keyCount, 'key')} stop working`} immediately, and its open
          connections close. Last call: <Time at={agent.lastUsedAt} />.
        </p>
      )}
      <p>Its changes stay in version histories, and its calls stay in the log. This can't be undone.</p>
    </Confirm>
  );
}
