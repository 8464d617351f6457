import { Confirm } from '../../forms/confirm.tsx';
import { StateDot } from '../../signs/state-dot.tsx';
import { Time } from '../../signs/time.tsx';
import { count } from '../../words/count-words.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import styles from './accounts.module.css';
import { type ServiceAccount, useDisconnectAccount } from './use-accounts.ts';

export interface WhoHasConnectedProps {
  connection: ConnectionDetails;
  accounts: readonly ServiceAccount[];
}

/** For whoever manages the connection: whose accounts are connected, and as whom each is known at the service. */
export function WhoHasConnected({ connection, accounts }: WhoHasConnectedProps) {
  const ended = accounts.filter(({ status }) => status === 'ended').length;
  return (
    <section aria-label="Who has connected" className={styles.who}>
      <h2>Who has connected</h2>
      {accounts.length === 0 ? (
        <p className={styles.dim}>Nobody yet. Everybody connects their own account on this page.</p>
      ) : (
        <>
          <p className={styles.dim}>
            {count(accounts.length, 'person', 'people')}
            {ended > 0 && `, of whom ${ended} must connect again`}. Nobody is shown a token.
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
  const { person, personId, label, status, note, connectedAt } = account;
  const disconnect = useDisconnectAccount(connection);
  const who = person ?? 'somebody who was removed';
  return (
    <tr>
      <td>
        <span className={styles.state}>
          <StateDot state={status === 'connected' ? 'on' : 'waiting'} />
          {who}
        </span>
      </td>
      <td>
        {label ?? <span className={styles.dim}>not told</span>}
        {status === 'ended' && <span className={styles.ended}>has ended{note !== null && `: ${note}`}</span>}
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
            {connection.name} is told to take its tokens back. The next call of {who} and their agents there is refused, until they connect
            it again.
          </p>
        </Confirm>
      </td>
    </tr>
  );
}
