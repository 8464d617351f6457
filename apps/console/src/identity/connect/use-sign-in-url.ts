import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

/** Address where clients sign in. Null if they cannot, undefined while loading. It does not change while the page is open. */
export function useSignInUrl(): string | null | undefined {
  const { orgId } = useMembership();
  const { data, isPending } = useQuery({ ...toolQuery(orgId, 'connect_options', {}), staleTime: Number.POSITIVE_INFINITY });
  return data?.signInUrl ?? (isPending ? undefined : null);
}
