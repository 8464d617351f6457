import type { OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Version = OutputOf<'list_item_versions'>['versions'][number];

/** Loaded history of an item, newest first. */
export function useVersions(itemId: string) {
  const { orgId } = useMembership();
  const { rows: versions, error, more, hasNextPage } = useRows(orgId, 'list_item_versions', { itemId }, 'versions');
  return { versions, error, more, hasNextPage };
}
