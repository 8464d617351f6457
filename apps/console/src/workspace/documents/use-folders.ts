import type { OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Folder = OutputOf<'list_folders'>['folders'][number];

/** Loaded folders that the person sees, by name. */
export function useFolders() {
  const { orgId } = useMembership();
  const { rows: folders, ...asked } = useRows(orgId, 'list_folders', {}, 'folders');
  return { folders, ...asked };
}
