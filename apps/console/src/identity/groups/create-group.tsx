import { maxGroupName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import panel from '../../kernel/layout/panel.module.css';
import { useMembership } from '../../kernel/membership/membership.ts';

/** Form that creates an empty group. The group's panel then offers to add people. */
export function CreateGroup({ onCreated }: { onCreated: (groupId: string) => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const form = useForm({ name: '' }, async ({ name }) => {
    const { groupId } = await call(orgId, 'create_group', { name });
    await queries.invalidateQueries({ queryKey: [orgId, 'list_groups'] });
    onCreated(groupId);
  });
  return (
    <form onSubmit={form.onSubmit} className={panel.stack}>
      <TextInput label="Name" required autoFocus maxLength={maxGroupName} {...form.text('name')} />
      <Fault text={form.fault} />
      <Button type="submit" loading={form.isSending}>
        Create group
      </Button>
    </form>
  );
}
