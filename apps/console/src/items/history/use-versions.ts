import { useMemo } from 'react';
import type { OutputOf } from '../../calls/call.ts';
import { usePages } from '../../calls/pages.ts';
import { useMembership } from '../../session/membership.ts';

export type Version = OutputOf<'list_item_versions'>['versions'][number];

/** The history of an item, newest first, as far as it was asked for. */
export function useVersions(itemId: string) {
  const { orgId } = useMembership();
  const { data, error, more, hasNextPage } = usePages(orgId, 'list_item_versions', { itemId });
  const versions = useMemo(() => data?.pages.flatMap((page) => page.versions), [data]);
  return { versions, error, more, hasNextPage };
}
