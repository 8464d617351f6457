import { Confirm } from '../../forms/confirm.tsx';
import { exactTime } from '../../words/time-words.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import { hostOf, mayConnect } from './account-words.ts';
import styles from './accounts.module.css';
import { ConnectButton } from './connect-button.tsx';
import { type ServiceAccount, useDisconnectAccount } from './use-accounts.ts';

export interface OwnAccountProps {
  connection: ConnectionDetails;
  /** The account that this person's calls use; undefined where there is none. */
  account: ServiceAccount | undefined;
}

/** As whom this person's calls reach the service. */
export function OwnAccount({ connection, account }: OwnAccountProps) {
  const { accounts, name } = connection;
  const isShared = accounts === 'organization';
  const title = isShared ? 'The account of the organization' : 'Your account';
  return (
    <section aria-label={title} className={styles.own}>
      <h2>{title}</h2>
      {account?.status === 'connected' ? (
        <>
          <p>
            Connected
            {account.label !== null && (
              <>
                {' '}
                as <b>{account.label}</b>
              </>
            )}{' '}
            since <time dateTime={new Date(account.connectedAt).toISOString()}>{exactTime(account.connectedAt)}</time>.{' '}
            <span className={styles.dim}>
              {isShared
                ? `Everybody's calls reach ${name} as this account.`
                : `Calls of your agents, and your own, reach ${name} as this account.`}
            </span>
          </p>
          {mayConnect(connection) && <Connected connection={connection} />}
        </>
      ) : (
        <>
          <p>
            {account ? `It has ended: ${account.note ?? `${name} takes it no more`}. ` : 'Not connected. '}
            <span className={styles.dim}>
              {isShared
                ? `Until it is connected, every call of ${name} is refused.`
                : `Until it is connected, calls of your agents are refused at ${name}; those of others are not.`}
            </span>
          </p>
          {mayConnect(connection) ? (
            <div className={styles.buttons}>
              <ConnectButton connection={connection} />
              <Where connection={connection} />
            </div>
          ) : (
            <p>An owner or admin connects it.</p>
          )}
        </>
      )}
    </section>
  );
}

/** Nobody should be sent to a page of somebody else without knowing where. */
function Where({ connection: { access } }: { connection: ConnectionDetails }) {
  return (
    access.type === 'oauth' && <span className={styles.dim}>You sign in at {hostOf(access.authorizationUrl)}, and come back here.</span>
  );
}

function Connected({ connection }: { connection: ConnectionDetails }) {
  const { name, accounts } = connection;
  const disconnect = useDisconnectAccount(connection);
  const whose = accounts === 'organization' ? "everybody's next call" : "your agents' next call";
  return (
    <div className={styles.buttons}>
      <Confirm label="Disconnect account" verb="Disconnect" isPending={disconnect.isPending} onConfirm={() => disconnect.mutate(null)}>
        <p>
          {name} is told to take its tokens back, and {whose} there is refused. Connecting it again takes a minute.
        </p>
      </Confirm>
      <ConnectButton connection={connection} isAside />
    </div>
  );
}
