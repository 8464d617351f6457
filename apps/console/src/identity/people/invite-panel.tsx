import { maxPersonName, type Role } from '@gatehouse/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import panel from '../../kernel/layout/panel.module.css';
import { useMembership } from '../../kernel/membership/membership.ts';
import { MadeLink } from './made-link.tsx';
import { rolesGivenBy } from './roles.ts';

/** Creates an invitation link. */
export function InvitePanel() {
  const { orgId, role } = useMembership();
  const queries = useQueryClient();
  const [made, setMade] = useState<OutputOf<'invite_person'>>();
  const form = useForm({ email: '', name: '', role: 'member' as Role }, async ({ name, ...values }) => {
    setMade(await call(orgId, 'invite_person', { ...values, ...(name !== '' && { name }) }));
    await queries.invalidateQueries({ queryKey: [orgId, 'list_invitations'] });
  });
  if (made)
    return (
      <>
        <MadeLink {...made} to={made.email} />
        <div className={panel.stack}>
          <Button variant="default" onClick={() => setMade(undefined)}>
            Invite another
          </Button>
        </div>
      </>
    );
  return (
    <form onSubmit={form.onSubmit} className={panel.stack}>
      <TextInput label="E-mail" type="email" required autoFocus {...form.text('email')} />
      <TextInput label="Name" description="They can change it later." maxLength={maxPersonName} {...form.text('name')} />
      <Select
        label="Role"
        data={rolesGivenBy(role)}
        value={form.values.role}
        onChange={(value) => form.set('role', (value ?? 'member') as Role)}
      />
      <Fault text={form.fault} />
      <Button type="submit" loading={form.isSending}>
        Create invite link
      </Button>
    </form>
  );
}
