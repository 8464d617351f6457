import { useQueryClient } from '@tanstack/react-query';
import { useMembership } from '../../kernel/membership/membership.ts';

/** Reloads groups and their people after a change. */
export function useRefreshGroups() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(['list_groups', 'list_group_people'].map((tool) => queries.invalidateQueries({ queryKey: [orgId, tool] })));
  };
}
