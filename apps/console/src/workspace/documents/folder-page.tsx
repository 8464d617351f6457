import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Contents } from './contents.tsx';
import type { Row } from './entry-columns.tsx';
import { PastContents } from './past-contents.tsx';
import { type Entry, useEntries } from './use-entries.ts';
import { useFolders } from './use-folders.ts';

export function RootPage(): ReactNode {
  const { asOf } = getRouteApi('/$orgId/documents/').useSearch();
  return asOf === undefined ? <RootNow /> : <PastContents key={asOf} asOf={asOf} />;
}

/** Items outside of folders, listed after the folders. */
function RootNow() {
  const { folders, error, refetch, more, hasNextPage } = useFolders();
  const search = getRouteApi('/$orgId/documents/').useSearch();
  const entries = useEntries(search);
  const rows = useMemo(() => {
    if (!folders || !entries.entries) return undefined;
    const shown = search.type === undefined ? folders.map((folder): Row => ({ kind: 'folder', folder })) : [];
    return [...shown, ...(hasNextPage ? [] : entriesOf(entries.entries))];
  }, [folders, entries.entries, hasNextPage, search.type]);
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
  const rows = useMemo(() => entries && entriesOf(entries), [entries]);
  return (
    <Contents
      key={folderId}
      title={folder?.name ?? 'Folder'}
      folder={folder}
      rows={rows}
      search={search}
      error={error}
      onRetry={() => void refetch()}
      onEndNear={more}
    />
  );
}

const entriesOf = (entries: readonly Entry[]) => entries.map((entry): Row => ({ kind: 'entry', entry }));
