import { Button, TextInput } from '@mantine/core';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import panel from '../../kernel/layout/panel.module.css';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import type { GroupRow } from './group-row.ts';
import { useRefreshGroups } from './use-refresh-groups.ts';

/** Form that links a group to a claim value, or unlinks it. // D77.2 */
export function LinkGroup({ group: { groupId, name, claimValue } }: { group: GroupRow }) {
  const { orgId } = useMembership();
  const refresh = useRefreshGroups();
  const form = useForm({ value: '' }, async ({ value }) => {
    await call(orgId, 'link_group', claimValue === null ? { groupId, claimValue: value } : { groupId, unlink: true });
    await refresh();
    sayDone(
      claimValue === null ? `${name} is linked. People join it when they next sign in with the company.` : `${name} is no longer linked.`,
    );
  });
  return (
    <form onSubmit={form.onSubmit} className={panel.stack}>
      {claimValue === null ? (
        <>
          <TextInput
            label="Group name or ID from the company"
            description="Exactly as the company sends it. Linking removes the people who are in the group now."
            required
            maxLength={200}
            {...form.text('value')}
          />
          <Fault text={form.fault} />
          <Button type="submit" variant="default" loading={form.isSending}>
            Link
          </Button>
        </>
      ) : (
        <>
          <p className={panel.dim}>Linked to “{claimValue}”. After unlinking, the people who are in it stay.</p>
          <Fault text={form.fault} />
          <Button type="submit" variant="default" loading={form.isSending}>
            Unlink
          </Button>
        </>
      )}
    </form>
  );
}
