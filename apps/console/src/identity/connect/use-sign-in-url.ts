import { isLoopbackHost } from '@gatehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { isOfThisMachine } from './client-guides.ts';

/**
 * Address where clients of this person sign in. Null if they cannot: an address of the gateway's own machine is of no use to a person on
 * another one. Undefined while loading. It does not change while the page is open.
 */
export function useSignInUrl(): string | null | undefined {
  const { orgId } = useMembership();
  const { data, isPending } = useQuery({ ...toolQuery(orgId, 'connect_options', {}), staleTime: Number.POSITIVE_INFINITY });
  if (isPending) return undefined;
  const url = data?.signInUrl ?? null;
  return url !== null && isOfThisMachine(url) && !isLoopbackHost(window.location.hostname) ? null : url;
}
