import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

/** Finds another skill that waits for a review. Undefined if there is none, or while loading. */
export function useNextToReview(itemId: string): { id: string; name: string } | undefined {
  const { orgId } = useMembership();
  // Ask for two, because one of them can be this skill.
  const { data } = useQuery(toolQuery(orgId, 'browse_skills', { waiting: true, limit: 2 }));
  return data?.skills.find(({ id }) => id !== itemId);
}
