import { useMemo } from 'react';
import type { OutputOf } from '../calls/call.ts';
import { usePages } from '../calls/pages.ts';
import { useMembership } from '../session/membership.ts';

export type Folder = OutputOf<'list_folders'>['folders'][number];

/** The folders that the person sees, by name, as far as they were asked for. */
export function useFolders() {
  const { orgId } = useMembership();
  const { data, error, refetch, more, hasNextPage } = usePages(orgId, 'list_folders', {});
  const folders = useMemo(() => data?.pages.flatMap((page) => page.folders), [data]);
  return { folders, error, refetch, more, hasNextPage };
}
