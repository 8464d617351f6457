import { Link } from '@tanstack/react-router';
import { useMembership } from '../../session/membership.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import { accountToConnect } from './account-words.ts';
import styles from './accounts.module.css';

/** Above whatever is shown of a service that this person's calls do not reach yet. */
export function AccountNotice({ connection }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const { connectionId, name, accounts } = connection;
  const todo = accountToConnect(connection);
  if (todo === undefined) return null;
  const whose = accounts === 'organization' ? 'Calls of everybody' : 'Your calls, and those of your agents,';
  return (
    <p className={styles.notice}>
      {whose} are refused at {name} until there is an account:{' '}
      <Link to="/$orgId/services/$connectionId" params={{ orgId, connectionId }} search={{ tab: 'account' }}>
        {todo}
      </Link>
      .
    </p>
  );
}
