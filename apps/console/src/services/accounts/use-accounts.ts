import { useMutation, useQuery } from '@tanstack/react-query';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { type Connection, useRefreshConnections } from '../use-connections.ts';
import { keepBegun } from './begun-sign-ins.ts';

export type ServiceAccount = OutputOf<'list_service_accounts'>['accounts'][number];

/** Accounts at a service: all for managers of the connection, otherwise one's own. */
export function useAccounts(connectionId: string) {
  const { orgId } = useMembership();
  return useQuery(toolQuery(orgId, 'list_service_accounts', { connectionId }));
}

/** Sends the browser to the service to sign in. It returns to the connection's own address below /app/services/callback. */
export function useConnectAccount({ connectionId, name }: Pick<Connection, 'connectionId' | 'name'>) {
  const { orgId } = useMembership();
  return useMutation({
    mutationFn: () => call(orgId, 'begin_service_account', { connectionId }),
    onSuccess({ address }) {
      keepBegun(sessionStorage, { orgId, connectionId, name });
      window.location.assign(address);
    },
    onError: sayError,
  });
}

/** Ends an account here immediately, whether or not the service revokes its tokens. */
export function useDisconnectAccount({ connectionId, name }: Pick<Connection, 'connectionId' | 'name'>) {
  const { orgId } = useMembership();
  const refresh = useRefreshConnections();
  return useMutation({
    mutationFn: (personId: string | null) =>
      call(orgId, 'disconnect_service_account', { connectionId, ...(personId !== null && { personId }) }),
    onSuccess: ({ isRevoked }) =>
      sayDone(
        isRevoked
          ? `Account at ${name} disconnected. ${name} revoked its tokens.`
          : `Account at ${name} disconnected here. ${name} didn't confirm that it revoked the tokens.`,
      ),
    onError: sayError,
    onSettled: refresh,
  });
}
