import { actsForAll } from '@gatehouse/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { Item } from './item.ts';
import { refreshItems } from './use-item-changes.ts';

const lookAgainMs = 30_000;

/** Refetches an item. Events report changes, but members get none when an item moves out of their sight. */
export function useFreshItem({ id, versionCount }: Pick<Item, 'id' | 'versionCount'>): void {
  const membership = useMembership();
  const { orgId } = membership;
  const queries = useQueryClient();
  const { data, error } = useQuery({
    ...toolQuery(orgId, 'read_item', { itemId: id, includeText: false }),
    enabled: !actsForAll(membership),
    refetchInterval: lookAgainMs,
  });
  const isOld = isNotFound(error) || (data !== undefined && data.versionCount > versionCount);
  useEffect(() => {
    if (isOld) void refreshItems(queries, orgId);
  }, [isOld, queries, orgId]);
}
