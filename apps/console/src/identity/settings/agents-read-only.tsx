import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { accountQuery } from '../../kernel/membership/account.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';

/** Holds all agents of the organization to reading. // D85 */
export function AgentsReadOnly() {
  const { orgId, agentsReadOnly } = useMembership();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ readOnly }: { readOnly: boolean; isUndo?: boolean }) => call(orgId, 'set_agents_read_only', { readOnly }),
    onSuccess: ({ readOnly }, { isUndo }) =>
      sayDone(
        readOnly ? 'Agents can only read now.' : 'Agents can write again.',
        isUndo ? undefined : () => change.mutate({ readOnly: !readOnly, isUndo: true }),
      ),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  return (
    <SettingsSection title="Agents" lead="While agents are read-only, none of them can change anything here or at a service.">
      <Switch
        label="Agents can only read"
        checked={agentsReadOnly}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ readOnly: event.currentTarget.checked })}
      />
    </SettingsSection>
  );
}
