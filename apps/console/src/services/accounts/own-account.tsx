import { Confirm } from '../../kernel/forms/confirm.tsx';
import { exactTime } from '../../kernel/words/time-words.ts';
import { ownAccount as strings } from '../strings.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import { hostOf, mayConnect } from './account-words.ts';
import styles from './accounts.module.css';
import { ConnectButton } from './connect-button.tsx';
import { type ServiceAccount, useDisconnectAccount } from './use-accounts.ts';

export interface OwnAccountProps {
  connection: ConnectionDetails;
  /** The account that this person's calls use, if they connected one. */
  account: ServiceAccount | undefined;
}

/** As whom this person's calls reach the service. */
export function OwnAccount({ connection, account }: OwnAccountProps) {
  const { accounts, name } = connection;
  const isShared = accounts === 'organization';
  const title = isShared ? strings.organizationsAccount : strings.yourAccount;
  return (
    <section aria-label={title} className={styles.own}>
      <h2>{title}</h2>
      {account?.status === 'connected' ? (
        <>
          <p>
            {strings.connected}
            {account.label !== null && (
              <>
                {' '}
                {strings.as} <b>{account.label}</b>
              </>
            )}{' '}
            {strings.since} <time dateTime={new Date(account.connectedAt).toISOString()}>{exactTime(account.connectedAt)}</time>.{' '}
            <span className={styles.dim}>{isShared ? strings.allCallsToUseThis(name) : strings.callsToByYouAnd(name)}</span>
          </p>
          {mayConnect(connection) && <Connected connection={connection} />}
        </>
      ) : (
        <>
          <p>
            {account ? strings.expired(name) : strings.notConnected}
            <span className={styles.dim}>{isShared ? strings.untilItsConnected(name) : strings.untilItsConnectedName(name)}</span>
          </p>
          {mayConnect(connection) ? (
            <div className={styles.buttons}>
              <ConnectButton connection={connection} />
              <Where connection={connection} />
            </div>
          ) : (
            <p>{strings.askOwnerOrAdminTo}</p>
          )}
        </>
      )}
    </section>
  );
}

/** Nobody should be sent to a page of somebody else without knowing where. */
function Where({ connection: { access } }: { connection: ConnectionDetails }) {
  return access.type === 'oauth' && <span className={styles.dim}>{strings.youllSignInAtAnd(hostOf(access.authorizationUrl))}</span>;
}

function Connected({ connection }: { connection: ConnectionDetails }) {
  const { name, accounts } = connection;
  const disconnect = useDisconnectAccount(connection);
  const whose = accounts === 'organization' ? strings.allCalls : strings.callsByYourAgents;
  return (
    <div className={styles.buttons}>
      <Confirm
        label={strings.disconnectAccount}
        verb={strings.disconnect}
        isPending={disconnect.isPending}
        onConfirm={() => disconnect.mutate(null)}
      >
        <p>{strings.isAskedToRevokeIts(name, whose)}</p>
      </Confirm>
      <ConnectButton connection={connection} isAside />
    </div>
  );
}
