import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Review = OutputOf<'read_review'>;
export type ReviewChange = Review['changes'][number];

/** Loads the waiting changes of an item. Makes no request if nothing waits. */
export function useReview(itemId: string, isWaiting: boolean) {
  const { orgId } = useMembership();
  return useQuery({ ...toolQuery(orgId, 'read_review', { itemId }), enabled: isWaiting });
}
