import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import type { ConnectionDetails } from '../use-connections.ts';
import styles from './accounts.module.css';
import { OwnAccount } from './own-account.tsx';
import { RedirectAddress } from './redirect-address.tsx';
import { useAccounts } from './use-accounts.ts';
import { WhoHasConnected } from './who-has-connected.tsx';

/** Accounts that calls use at the service: this person's, and everyone's for managers. */
export function AccountsTab({ connection }: { connection: ConnectionDetails }) {
  const { personId } = useMembership();
  const { data, error, refetch } = useAccounts(connection.connectionId);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const holder = connection.accounts === 'organization' ? null : personId;
  return (
    <div className={styles.page}>
      <OwnAccount connection={connection} account={data.accounts.find((account) => account.personId === holder)} />
      <RedirectAddress connection={connection} />
      {connection.accounts === 'person' && connection.isManaged && <WhoHasConnected connection={connection} accounts={data.accounts} />}
    </div>
  );
}
