import { useMemo } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { type FolderTree, treeOf } from '../item/folder-tree.ts';

export type Folder = OutputOf<'list_folders'>['folders'][number];

/** All folders that the person sees, by name and as a tree. A folder can come before the one that it is in, so it loads every page. */
export function useFolders() {
  const { orgId } = useMembership();
  const { rows: folders, ...asked } = useRows(orgId, 'list_folders', {}, 'folders');
  usePagesAhead(true, asked);
  const tree = useMemo((): FolderTree<Folder> => treeOf(folders ?? []), [folders]);
  return { folders, tree, ...asked };
}
