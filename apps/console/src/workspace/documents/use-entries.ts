import { useMemo } from 'react';
import type { InputOf, OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Entry = OutputOf<'browse_folder'>['items'][number];
export type Browsing = Pick<InputOf<'browse_folder'>, 'folderId' | 'type' | 'sort' | 'asOf'>;

/** Loaded content of a folder, or of the place outside of folders. */
export function useEntries({ folderId, type, sort = 'name', asOf }: Browsing) {
  const { orgId } = useMembership();
  const input = useMemo(
    () => ({
      sort,
      ...(folderId !== undefined && { folderId }),
      ...(type !== undefined && { type }),
      ...(asOf !== undefined && { asOf }),
    }),
    [folderId, type, sort, asOf],
  );
  const { rows, firstPage, ...asked } = useRows(orgId, 'browse_folder', input, 'items');
  return { entries: rows, folder: firstPage?.folder ?? undefined, ...asked };
}
