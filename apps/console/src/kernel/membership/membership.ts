import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountQuery, type SignedIn } from './account.ts';

export type Membership = SignedIn['organizations'][number];

/** Signed-in account. */
export function useAccount(): SignedIn {
  return useSuspenseQuery(accountQuery).data;
}

/** The person in the open organization. */
export function useMembership(): Membership {
  const { orgId } = useParams({ strict: false });
  const found = useAccount().organizations.find((one) => one.orgId === orgId);
  if (!found) throw new Error('this page is below the route of an organization, which checks it');
  return found;
}
