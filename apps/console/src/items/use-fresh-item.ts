import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toolQuery } from '../calls/queries.ts';
import { actsForAll, useMembership } from '../session/membership.ts';
import type { Item } from './item.ts';
import { refreshItems } from './use-item-changes.ts';

const lookAgainMs = 5000;

/** Owners and admins hear of every change as it happens. The log tells members of their own alone: of others' they hear by looking again. */
export function useFreshItem({ id, versionCount }: Item): void {
  const membership = useMembership();
  const { orgId } = membership;
  const queries = useQueryClient();
  const { data } = useQuery({
    ...toolQuery(orgId, 'read_item', { itemId: id, includeText: false }),
    enabled: !actsForAll(membership),
    refetchInterval: lookAgainMs,
  });
  const isOld = data !== undefined && data.versionCount > versionCount;
  useEffect(() => {
    if (isOld) void refreshItems(queries, orgId);
  }, [isOld, queries, orgId]);
}
