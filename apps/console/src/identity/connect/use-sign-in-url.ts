import { isLoopbackHost } from '@gatehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { isOfThisMachine } from './client-guides.ts';

/**
 * MCP server URL for this person's clients that sign in. Null if they cannot: a person on another machine cannot reach an address of the
 * gateway's own machine. Undefined while loading. Does not change while the page is open.
 */
export function useSignInUrl(): string | null | undefined {
  const { orgId } = useMembership();
  const { data, isPending } = useQuery({ ...toolQuery(orgId, 'connect_options', {}), staleTime: Number.POSITIVE_INFINITY });
  if (isPending) return undefined;
  const url = data?.signInUrl ?? null;
  return url !== null && isOfThisMachine(url) && !isLoopbackHost(window.location.hostname) ? null : url;
}
