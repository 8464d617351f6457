import { Confirm } from '../../kernel/forms/confirm.tsx';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { whoHasConnected as strings } from '../strings.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import styles from './accounts.module.css';
import { type ServiceAccount, useDisconnectAccount } from './use-accounts.ts';

export interface WhoHasConnectedProps {
  connection: ConnectionDetails;
  accounts: readonly ServiceAccount[];
}

/** For managers of the connection: whose accounts are connected, and as whom each is known at the service. */
export function WhoHasConnected({ connection, accounts }: WhoHasConnectedProps) {
  const ended = accounts.filter(({ status }) => status === 'ended').length;
  return (
    <section aria-label={strings.connectedAccounts} className={styles.who}>
      <h2>{strings.connectedAccounts}</h2>
      {accounts.length === 0 ? (
        <p className={styles.dim}>{strings.noneYet}</p>
      ) : (
        <>
          <p className={styles.dim}>
            {strings.people(accounts.length)}
            {ended > 0 && strings.ofWhomMustReconnect(ended)}
            {strings.end}
          </p>
          <table className={styles.people}>
            <thead>
              <tr>
                <th>{strings.person}</th>
                <th>{strings.atService}</th>
                <th>{strings.connected}</th>
                <th>
                  <span className={styles.spoken}>{strings.actions}</span>
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
  const who = person ?? strings.removedPerson;
  return (
    <tr>
      <td>
        <span className={styles.state}>
          <StateDot state={status === 'connected' ? 'on' : 'waiting'} />
          {who}
        </span>
      </td>
      <td>
        {label ?? <span className={styles.dim}>{strings.unknown}</span>}
        {status === 'ended' && <span className={styles.ended}>{strings.expired}</span>}
      </td>
      <td>
        <Time at={connectedAt} />
      </td>
      <td>
        <Confirm
          label={strings.disconnect}
          about={strings.accountOf(who)}
          verb={strings.disconnect}
          isSmall
          isPending={disconnect.isPending}
          onConfirm={() => disconnect.mutate(personId)}
        >
          <p>
            {strings.isAskedToRevokeIts(connection.name)} {who} {strings.andTheirAgentsAreRefused}
          </p>
        </Confirm>
      </td>
    </tr>
  );
}
