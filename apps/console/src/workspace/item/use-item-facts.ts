import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type ItemFacts = OutputOf<'read_items'>['items'][number];

/** Maximum items in one request. Pages show no more hits. */
const maxItems = 100;

/** Loads the folders and times of items, by identifier. Deleted items, and items still loading, are missing. */
export function useItemFacts(itemIds: readonly string[]): ReadonlyMap<string, ItemFacts> {
  const { orgId } = useMembership();
  const asked = itemIds.slice(0, maxItems);
  const { data } = useQuery({
    ...toolQuery(orgId, 'read_items', { itemIds: asked }),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.items.map((item) => [item.id, item])), [data]);
}
