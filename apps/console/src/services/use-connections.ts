import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OutputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';
import { useMembership } from '../session/membership.ts';

export type Connection = OutputOf<'list_connections'>['connections'][number];
export type ConnectionDetails = OutputOf<'read_connection'>;
export type ToolRow = OutputOf<'list_connection_tools'>['tools'][number];
export type LeftOut = NonNullable<ConnectionDetails['leftOut']>[number];

/** Calls find out how a service does, and no change of anything says so. Milliseconds. */
const healthEvery = 15_000;

export function useConnections() {
  const { orgId } = useMembership();
  return useQuery({ ...toolQuery(orgId, 'list_connections', {}), refetchInterval: healthEvery });
}

export function useConnection(connectionId: string) {
  const { orgId } = useMembership();
  return useQuery({ ...toolQuery(orgId, 'read_connection', { connectionId }), refetchInterval: healthEvery });
}

/** Has everything that is shown of connections asked for again. */
export function useRefreshConnections(): () => Promise<void> {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useCallback(async () => {
    const names = ['list_connections', 'read_connection', 'list_connection_tools', 'list_service_tools'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [orgId, name] })));
  }, [orgId, queries]);
}
