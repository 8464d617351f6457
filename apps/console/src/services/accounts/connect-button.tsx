import { Button } from '@mantine/core';
import type { Connection } from '../use-connections.ts';
import { useConnectAccount } from './use-accounts.ts';

export interface ConnectButtonProps {
  connection: Pick<Connection, 'connectionId' | 'name' | 'accounts' | 'mine'>;
  /** True for a less prominent button, beside a more important action. */
  isAside?: boolean;
}

/** Sends the browser to the service to sign in. */
export function ConnectButton({ connection, isAside = false }: ConnectButtonProps) {
  const { accounts, mine } = connection;
  const connect = useConnectAccount(connection);
  const whose = accounts === 'organization' ? 'the account' : 'your account';
  return (
    <Button variant={isAside ? 'default' : 'filled'} loading={connect.isPending} onClick={() => connect.mutate()}>
      {mine === 'ended' ? `Reconnect ${whose}` : mine === 'connected' ? 'Connect a different account' : `Connect ${whose}`}
    </Button>
  );
}
