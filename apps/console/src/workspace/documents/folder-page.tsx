import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { FolderTree } from '../item/folder-tree.ts';
import { Contents } from './contents.tsx';
import type { Row } from './entry-columns.tsx';
import { PastContents } from './past-contents.tsx';
import { type Entry, useEntries } from './use-entries.ts';
import { type Folder, useFolders } from './use-folders.ts';

export function RootPage(): ReactNode {
  const { asOf } = getRouteApi('/$orgId/documents/').useSearch();
  return asOf === undefined ? <RootNow /> : <PastContents key={asOf} asOf={asOf} />;
}

/** Items outside of folders, listed after the folders. */
function RootNow() {
  const { folders, tree, error, refetch, more, hasNextPage } = useFolders();
  const search = getRouteApi('/$orgId/documents/').useSearch();
  const entries = useEntries(search);
  const rows = useMemo(() => {
    if (!folders || !entries.entries) return undefined;
    return [...foldersIn(tree, null, search.type), ...(hasNextPage ? [] : entriesOf(entries.entries))];
  }, [folders, tree, entries.entries, hasNextPage, search.type]);
  return (
    <Contents
      title="Documents"
      rows={rows}
      search={search}
      error={error ?? entries.error}
      onRetry={() => void Promise.all([refetch(), entries.refetch()])}
      onEndNear={hasNextPage ? more : entries.more}
    />
  );
}

export function FolderPage(): ReactNode {
  const route = getRouteApi('/$orgId/documents/folder/$folderId');
  const { folderId } = route.useParams();
  const { asOf } = route.useSearch();
  return asOf === undefined ? <FolderNow /> : <PastContents key={`${folderId} ${asOf}`} folderId={folderId} asOf={asOf} />;
}

function FolderNow() {
  const route = getRouteApi('/$orgId/documents/folder/$folderId');
  const { folderId } = route.useParams();
  const search = route.useSearch();
  const { entries, folder, error, refetch, more } = useEntries({ ...search, folderId });
  const { tree } = useFolders();
  const rows = useMemo(
    () => entries && [...foldersIn(tree, folderId, search.type), ...entriesOf(entries)],
    [entries, tree, folderId, search.type],
  );
  return (
    <Contents
      key={folderId}
      title={folder?.name ?? 'Folder'}
      folder={folder}
      path={tree.pathTo(folderId)}
      rows={rows}
      search={search}
      error={error}
      onRetry={() => void refetch()}
      onEndNear={more}
    />
  );
}

/** Folders come first, unless the list has items of one type only. */
function foldersIn(tree: FolderTree<Folder>, parentId: string | null, type: string | undefined): Row[] {
  return type === undefined ? tree.in(parentId).map((folder): Row => ({ kind: 'folder', folder })) : [];
}

const entriesOf = (entries: readonly Entry[]) => entries.map((entry): Row => ({ kind: 'entry', entry }));
