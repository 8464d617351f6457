import { Button, Popover } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { accountQuery } from '../../kernel/membership/account.ts';
import { type Membership, useAccount } from '../../kernel/membership/membership.ts';
import styles from './account.module.css';

const leave = (name: string) => `Leave ${name}`;

export function Organizations() {
  const { organizations } = useAccount();
  return (
    <ul className={styles.list}>
      {organizations.map((one) => (
        <li key={one.orgId}>
          <span className={styles.what}>
            <Link to="/$orgId/agents" params={{ orgId: one.orgId }}>
              {one.name}
            </Link>
            <span className={styles.note}>{one.role}</span>
          </span>
          <Leave organization={one} />
        </li>
      ))}
    </ul>
  );
}

function Leave({ organization: { orgId, name } }: { organization: Membership }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({}, async () => {
    await call(orgId, 'leave_organization', {});
    await queries.fetchQuery({ ...accountQuery, staleTime: 0 });
    await navigate({ to: '/' });
  });
  return (
    <Popover width={280} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="subtle" aria-label={leave(name)}>
          Leave
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={form.onSubmit} className={styles.ask}>
          <p>Your keys in {name} stop working immediately. Everything you created stays.</p>
          <Fault text={form.fault} />
          <Button type="submit" color="red" loading={form.isSending}>
            {leave(name)}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
