import type { Connection, ConnectionDetails } from '../use-connections.ts';

/** Name of the action that a person must take before their calls reach the service. Undefined if none. */
export function accountToConnect({ accounts, mine }: Pick<Connection, 'accounts' | 'mine'>): string | undefined {
  if (accounts === null || mine === 'connected') return undefined;
  if (accounts === 'organization') return mine === 'ended' ? 'Reconnect the account' : 'Connect the account';
  return mine === 'ended' ? 'Reconnect your account' : 'Connect your account';
}

/** An account of the organization is connected by a manager of the connection. */
export function mayConnect({ accounts, isManaged }: Pick<ConnectionDetails, 'accounts' | 'isManaged'>): boolean {
  return accounts === 'person' || (accounts === 'organization' && isManaged);
}

/** Host of the sign-in page. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
