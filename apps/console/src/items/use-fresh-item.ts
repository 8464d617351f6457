import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isNotFound } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';
import { actsForAll, useMembership } from '../session/membership.ts';
import type { Item } from './item.ts';
import { refreshItems } from './use-item-changes.ts';

const lookAgainMs = { soonest: 5000, latest: 60_000 };
/** The longer nothing has changed, the longer it takes until it is looked at again: after two minutes of quiet ten seconds. */
const quietShare = 1 / 12;

/** Owners and admins hear of every change as it happens. The log tells members of their own alone: of others' they hear by looking again. */
export function useFreshItem({ id, versionCount, updatedAt }: Item): void {
  const [openedAt] = useState(() => Date.now());
  const membership = useMembership();
  const { orgId } = membership;
  const queries = useQueryClient();
  const { data, error } = useQuery({
    ...toolQuery(orgId, 'read_item', { itemId: id, includeText: false }),
    enabled: !actsForAll(membership),
    refetchInterval: () => nextLook(Date.now() - Math.max(updatedAt, openedAt)),
  });
  const isOld = isNotFound(error) || (data !== undefined && data.versionCount > versionCount);
  useEffect(() => {
    if (isOld) void refreshItems(queries, orgId);
  }, [isOld, queries, orgId]);
}

function nextLook(quietMs: number): number {
  return Math.min(lookAgainMs.latest, Math.max(lookAgainMs.soonest, quietMs * quietShare));
}
