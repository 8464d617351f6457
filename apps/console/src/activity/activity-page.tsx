import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../calls/call.ts';
import { useChanges } from '../calls/use-changes.ts';
import { Page } from '../frame/page.tsx';
import { Split } from '../frame/side-panel.tsx';
import { List } from '../list/list.tsx';
import { useMembership } from '../session/membership.ts';
import { Empty } from '../states/empty.tsx';
import { Failed } from '../states/failed.tsx';
import { FirstRows } from '../states/first-rows.tsx';
import { columnsOf } from './activity-columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { type ActivityFilters, type ActivityRow, isShown, toInput } from './filters.ts';
import { Story } from './story.tsx';
import { useNames } from './use-names.ts';

const route = getRouteApi('/$orgId/activity');
const mostLive = 2000;

/** Every call that was answered, newest first, and new ones as they come. */
export function ActivityPage() {
  const { orgId } = useMembership();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [openId, setOpenId] = useState<number>();
  const [isLive, setLive] = useState(true);
  const setFilters = useCallback((next: ActivityFilters) => void navigate({ search: next }), [navigate]);
  const names = useNames();

  const pages = useInfiniteQuery({
    queryKey: [orgId, 'list_activity', filters],
    queryFn: ({ pageParam, signal }) =>
      call(orgId, 'list_activity', { ...toInput(filters), limit: 100, ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { live, skipped } = useLive(filters, isLive);
  const rows = useMemo(() => merge(live, pages.data?.pages.flatMap(({ activity }) => activity) ?? []), [live, pages.data]);
  const columns = useMemo(() => columnsOf(names), [names]);
  const more = useCallback(() => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  }, [pages.hasNextPage, pages.isFetchingNextPage, pages.fetchNextPage]);
  const open = rows.find(({ id }) => id === openId);

  return (
    <Page
      title="Activity"
      isFilled
      toolbar={<FilterBar filters={filters} names={names} onChange={setFilters} isLive={isLive} onLive={setLive} skipped={skipped} />}
    >
      {pages.isPending && <FirstRows />}
      {pages.isError && <Failed error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && rows.length === 0 && <NoCalls isFiltered={Object.keys(filters).length > 0} onClear={() => setFilters({})} />}
      {rows.length > 0 && (
        <Split>
          <List
            label="Calls"
            rows={rows}
            columns={columns}
            keyOf={keyOf}
            onOpen={({ id }) => setOpenId(id)}
            onEndNear={more}
            openKey={openId === undefined ? undefined : String(openId)}
          />
          {open && <Story row={open} names={names} filters={filters} onFilter={setFilters} onClose={() => setOpenId(undefined)} />}
        </Split>
      )}
    </Page>
  );
}

const keyOf = ({ id }: ActivityRow) => String(id);

/** Rows that came since the page was opened, newest first; of a flood the oldest are let go, for they are in the log. */
function useLive(filters: ActivityFilters, isLive: boolean): { live: ActivityRow[]; skipped: number } {
  const [live, setLive] = useState<ActivityRow[]>([]);
  const [skipped, setSkipped] = useState(0);
  useChanges((change) => {
    if (!isLive) return;
    if (change.kind === 'skipped') setSkipped((before) => before + change.count);
    if (change.kind === 'rows') setLive((before) => [...change.rows.toReversed(), ...before].slice(0, mostLive));
  });
  return { live: useMemo(() => live.filter((row) => isShown(row, filters)), [live, filters]), skipped };
}

/** Each row once: those that came live are in the next page that is asked for, too. */
function merge(live: readonly ActivityRow[], asked: readonly ActivityRow[]): ActivityRow[] {
  const known = new Set(asked.map(({ id }) => id));
  return [...live.filter(({ id }) => !known.has(id)), ...asked];
}

function NoCalls({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <Empty
        title="No such calls"
        action={
          <button type="button" onClick={onClear}>
            Clear the filters
          </button>
        }
      >
        Nothing in the log fits all filters.
      </Empty>
    );
  return <Empty title="No calls yet">Each call that an agent, a program or a person makes appears here as it is answered.</Empty>;
}
