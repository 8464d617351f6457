import { Link } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import { accountToConnect } from './account-words.ts';
import styles from './accounts.module.css';

/** Notice on the pages of a service whose account this person has not connected yet. */
export function AccountNotice({ connection }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const { connectionId, name, accounts } = connection;
  const todo = accountToConnect(connection);
  if (todo === undefined) return null;
  const whose = accounts === 'organization' ? 'All calls' : 'Calls by you and your agents';
  return (
    <p className={styles.notice}>
      {whose} to {name} are refused until an account is connected:{' '}
      <Link to="/$orgId/services/$connectionId" params={{ orgId, connectionId }} search={{ tab: 'account' }}>
        {todo}
      </Link>
      .
    </p>
  );
}
