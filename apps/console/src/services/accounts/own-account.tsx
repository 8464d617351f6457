import { Confirm } from '../../kernel/forms/confirm.tsx';
import { exactTime } from '../../kernel/words/time-words.ts';
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

/** Account that this person's calls use at the service. */
export function OwnAccount({ connection, account }: OwnAccountProps) {
  const { accounts, name } = connection;
  const isShared = accounts === 'organization';
  const title = isShared ? "The organization's account" : 'Your account';
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
              {isShared ? `All calls to ${name} use this account.` : `Calls to ${name} by you and your agents use this account.`}
            </span>
          </p>
          {mayConnect(connection) && <Connected connection={connection} />}
        </>
      ) : (
        <>
          <p>
            {account ? `Expired: ${name} no longer accepts it. ` : 'Not connected. '}
            <span className={styles.dim}>
              {isShared
                ? `Until it's connected, all calls to ${name} are refused.`
                : `Until it's connected, calls to ${name} by your agents are refused. Other people aren't affected.`}
            </span>
          </p>
          {mayConnect(connection) ? (
            <div className={styles.buttons}>
              <ConnectButton connection={connection} />
              <Where connection={connection} />
            </div>
          ) : (
            <p>Ask an owner or admin to connect it.</p>
          )}
        </>
      )}
    </section>
  );
}

/** Shows the target address before a person leaves for another site. */
function Where({ connection: { access } }: { connection: ConnectionDetails }) {
  return (
    access.type === 'oauth' && <span className={styles.dim}>You'll sign in at {hostOf(access.authorizationUrl)} and then return here.</span>
  );
}

function Connected({ connection }: { connection: ConnectionDetails }) {
  const { name, accounts } = connection;
  const disconnect = useDisconnectAccount(connection);
  const whose = accounts === 'organization' ? 'all calls' : 'calls by your agents';
  return (
    <div className={styles.buttons}>
      <Confirm label="Disconnect account" verb="Disconnect" isPending={disconnect.isPending} onConfirm={() => disconnect.mutate(null)}>
        <p>
          {name} is asked to revoke its tokens, and {whose} are refused until you reconnect.
        </p>
      </Confirm>
      <ConnectButton connection={connection} isAside />
    </div>
  );
}
