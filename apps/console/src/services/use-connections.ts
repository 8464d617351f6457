import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OutputOf } from '../kernel/calls/call.ts';
import { toolQuery } from '../kernel/calls/queries.ts';
import { useAfterChanges } from '../kernel/live/use-changes.ts';
import { useMembership } from '../kernel/membership/membership.ts';
import { isHealthNews } from './health-news.ts';

export type Connection = OutputOf<'list_connections'>['connections'][number];
export type ConnectionDetails = OutputOf<'read_connection'>;
export type ToolRow = OutputOf<'list_connection_tools'>['tools'][number];
export type LeftOut = NonNullable<ConnectionDetails['leftOut']>[number];

export function useConnections() {
  const { orgId } = useMembership();
  const query = useQuery(toolQuery(orgId, 'list_connections', {}));
  useHealthNews(query.data?.connections ?? []);
  return query;
}

export function useConnection(connectionId: string) {
  const { orgId } = useMembership();
  const query = useQuery(toolQuery(orgId, 'read_connection', { connectionId }));
  useHealthNews(query.data ? [query.data] : []);
  return query;
}

/**
 * Delay in milliseconds: the health that a call learns is stored a moment after its answer, and one request is enough for many failed
 * calls.
 */
const newsAfterMs = 3000;

/** Refreshes the health of a service after a call that contradicts it. */
function useHealthNews(shown: readonly Pick<Connection, 'connectionId' | 'status'>[]): void {
  const refresh = useRefreshConnections();
  useAfterChanges(newsAfterMs, (change) => change.kind === 'rows' && change.rows.some((row) => isHealthNews(row, shown)), refresh);
}

/** The calls that services failed, in the cache. */
export const failuresKey = (orgId: string, ...more: string[]) => [orgId, 'list_activity', 'failures', ...more];

/** Returns a function that reloads everything shown about connections. */
export function useRefreshConnections(): () => Promise<void> {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useCallback(async () => {
    const names = ['list_connections', 'read_connection', 'list_connection_tools', 'list_service_tools', 'list_service_accounts'];
    const keys = [...names.map((name) => [orgId, name]), failuresKey(orgId)];
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  }, [orgId, queries]);
}
