import { Confirm } from '../../kernel/forms/confirm.tsx';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { count } from '../../kernel/words/count-words.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import styles from './accounts.module.css';
import { type ServiceAccount, useDisconnectAccount } from './use-accounts.ts';

export interface WhoHasConnectedProps {
  connection: ConnectionDetails;
  accounts: readonly ServiceAccount[];
}

/** For managers of the connection: people with connected accounts, and the name of each account at the service. */
export function WhoHasConnected({ connection, accounts }: WhoHasConnectedProps) {
  const ended = accounts.filter(({ status }) => status === 'ended').length;
  return (
    <section aria-label="Connected accounts" className={styles.who}>
      <h2>Connected accounts</h2>
      {accounts.length === 0 ? (
        <p className={styles.dim}>None yet. Each person connects their own account on this page.</p>
      ) : (
        <>
          <p className={styles.dim}>
            {count(accounts.length, 'person', 'people')}
            {ended > 0 && `, ${ended} must reconnect`}. Tokens are never shown.
          </p>
          <table className={styles.people}>
            <thead>
              <tr>
                <th>Person</th>
                <th>At the service</th>
                <th>Connected</th>
                <th>
                  <span className={styles.spoken}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <Row key={account.personId} connection={connection} account={account} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function Row({ connection, account }: { connection: ConnectionDetails; account: ServiceAccount }) {
  const { person, personId, label, status, connectedAt } = account;
  const disconnect = useDisconnectAccount(connection);
  const who = person ?? 'a removed person';
  return (
    <tr>
      <td>
        <span className={styles.state}>
          <StateDot state={status === 'connected' ? 'on' : 'waiting'} />
          {who}
        </span>
      </td>
      <td>
        {label ?? <span className={styles.dim}>Unknown</span>}
        {status === 'ended' && <span className={styles.ended}>Expired</span>}
      </td>
      <td>
        <Time at={connectedAt} />
      </td>
      <td>
        <Confirm
          label="Disconnect"
          about={`the account of ${who}`}
          verb="Disconnect"
          isSmall
          isPending={disconnect.isPending}
          onConfirm={() => disconnect.mutate(personId)}
        >
          <p>
            {connection.name} is asked to revoke its tokens. Calls by {who} and their agents are refused until they reconnect.
          </p>
        </Confirm>
      </td>
    </tr>
  );
}
