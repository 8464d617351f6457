import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { type AgentRow, calledKey, type Key } from './use-agents.ts';

/** Asks once, because revoking is final, and lists what stops working. */
export function RevokeKey({ agent, of: key }: { agent: AgentRow; of: Key }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const name = calledKey(key);
  const revoke = useMutation({
    mutationFn: () => call(orgId, 'revoke_key', { keyId: key.keyId }),
    onSuccess: () => sayDone(`Key ${name} of ${agent.name} revoked.`),
    onError: sayError,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
      return queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] });
    },
  });
  return (
    <Confirm label="Revoke" about={name} verb="Revoke key" isPending={revoke.isPending} onConfirm={() => revoke.mutate()}>
      <p>
        {name} stops working immediately, and its open connections close.{' '}
        {key.replacedBy !== null && 'The key that replaced it keeps working.'} Last call: <Time at={key.lastUsedAt} />.
      </p>
      <p>This can't be undone.</p>
    </Confirm>
  );
}
