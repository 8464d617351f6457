import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { messageOf } from '../../kernel/states/failed.tsx';
import { revokeKey as strings } from '../strings.ts';
import { type AgentRow, calledKey, type Key } from './use-agents.ts';

/** Asks once, because it cannot be taken back, and says what stops. */
export function RevokeKey({ agent, of: key }: { agent: AgentRow; of: Key }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const name = calledKey(key);
  const revoke = useMutation({
    mutationFn: () => call(orgId, 'revoke_key', { keyId: key.keyId }),
    onSuccess: () => sayDone(strings.keyRevoked(name, agent.name)),
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
      return queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] });
    },
  });
  return (
    <Confirm label={strings.revoke} about={name} verb={strings.revokeKey} isPending={revoke.isPending} onConfirm={() => revoke.mutate()}>
      <p>
        {strings.stopsWorkingImmediatelyAndIts(name)} {key.replacedBy !== null && strings.keyThatReplacedItKeeps} {strings.lastCall}{' '}
        <Time at={key.lastUsedAt} />.
      </p>
      <p>{strings.thisCantBeUndone}</p>
    </Confirm>
  );
}
