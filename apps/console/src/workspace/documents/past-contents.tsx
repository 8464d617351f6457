import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { NotThen } from '../past/not-then.tsx';
import { PastBanner } from '../past/past-banner.tsx';
import { columns, keyOf, type Row, versionOf } from './entry-columns.tsx';
import { readBrowsed } from './search.ts';
import { useEntries } from './use-entries.ts';

interface PastContentsProps {
  /** Undefined outside of folders. */
  folderId?: string;
  asOf: number;
}

/** Content of a folder, or of the place outside of folders, at a moment in the past. Read-only. */
export function PastContents({ folderId, asOf }: PastContentsProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const asked = useEntries({ asOf, ...(folderId !== undefined && { folderId }) });
  const { entries, folder, error, refetch, more } = asked;
  const isGone = isNotFound(error);
  const rows = useMemo(() => (isGone ? undefined : entries?.map((entry): Row => ({ kind: 'entry', entry }))), [entries, isGone]);
  // A page can be empty and another one follow.
  usePagesAhead(rows?.length === 0, asked);
  const leave = () => void navigate({ to: '.', search: readBrowsed({}) });
  const view = (asOf: number) => void navigate({ to: '.', search: readBrowsed({ asOf }) });
  const open = (row: Row) =>
    row.kind === 'entry' &&
    void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: row.entry.id }, search: { asOf } });
  return (
    <Page
      title={folder?.name ?? (folderId === undefined ? 'Documents' : 'Folder')}
      crumbs={folderId === undefined ? [] : [{ title: 'Documents', to: `/${orgId}/documents` }]}
      isFilled={rows !== undefined}
      toolbar={<PastBanner what={folderId === undefined ? 'root' : 'folder'} asOf={asOf} onView={view} onLeave={leave} />}
    >
      {isGone && <NotThen />}
      {error && !isGone && !rows && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && (!rows || (rows.length === 0 && asked.hasNextPage)) && <FirstRows />}
      {rows?.length === 0 && !asked.hasNextPage && (
        <Empty title="Nothing was in it">There were no documents, files or skills here at that time.</Empty>
      )}
      {rows && rows.length > 0 && (
        <List label="Contents" rows={rows} columns={columns} keyOf={keyOf} versionOf={versionOf} onOpen={open} onEndNear={more} />
      )}
    </Page>
  );
}
