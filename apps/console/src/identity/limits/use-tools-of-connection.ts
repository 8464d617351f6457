import { useQueryClient } from '@tanstack/react-query';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { ToolsOfConnection } from './chosen-limits.ts';

/** Loads the tools of a connection if limits name all its tools. */
export function useToolsOfConnection(): ToolsOfConnection {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return async (connectionId: string): Promise<string[]> => {
    const { connections } = await queries.ensureQueryData(toolQuery(orgId, 'list_connections', {}));
    const service = connections.find((one) => one.connectionId === connectionId)?.service;
    const pages = await queries.ensureQueryData(allPagesQuery(orgId, 'list_connection_tools', { connectionId }));
    return pages.flatMap(({ tools }) => tools).map(({ name }) => `${service}__${name}`);
  };
}
