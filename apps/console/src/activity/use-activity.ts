import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call } from '../calls/call.ts';
import { usePagesAhead } from '../calls/pages-ahead.ts';
import { useChanges } from '../calls/use-changes.ts';
import { useMembership } from '../session/membership.ts';
import { type ActivityFilters, type ActivityRow, isShown, isSought, toInput } from './filters.ts';

/** Of a flood the oldest are let go: they are in the log. */
const mostLive = 2000;
const pageLength = { asked: 100, sought: 500 };
/** Rows that are wanted beyond those that are shown. */
const rowsAhead = 60;
/** So many pages are looked through by themselves before somebody says to go on: what is rare would read the whole log. // D44 */
const pagesAhead = 10;

export interface Activity {
  /** Undefined until the first have come: what is rare is looked for page by page. */
  rows: ActivityRow[] | undefined;
  error: Error | null;
  refetch: () => void;
  /** Asks for more rows, where there are. */
  more: () => void;
  /** Where a search for rows has stopped without having found enough: milliseconds since the epoch. */
  searchedTo: number | undefined;
  /** How many calls came too fast to be shown. */
  skipped: number;
}

/** The rows that fit the filters, newest first, and new ones as they come. */
export function useActivity(filters: ActivityFilters, isLive: boolean): Activity {
  const { orgId } = useMembership();
  const input = useMemo(() => toInput(filters), [filters]);
  const limit = isSought(filters) ? pageLength.sought : pageLength.asked;
  const query = useInfiniteQuery({
    queryKey: [orgId, 'list_activity', 'pages', input, limit],
    queryFn: ({ pageParam, signal }) =>
      call(orgId, 'list_activity', { ...input, limit, ...(pageParam !== '' && { cursor: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Of the rows that are here, those that fit are shown at once.
    placeholderData: keepPreviousData,
  });
  const asked = useMemo(() => query.data?.pages.flatMap(({ activity }) => activity) ?? [], [query.data]);
  const { live, skipped } = useLive(isLive);
  const rows = useMemo(() => merge(live, asked).filter((row) => isShown(row, filters)), [live, asked, filters]);

  const pages = query.data?.pages.length ?? 0;
  const key = JSON.stringify(filters);
  const [wanted, setWanted] = useState({ key, rows: rowsAhead, pages: pagesAhead });
  const goal = wanted.key === key ? wanted : { key, rows: rowsAhead, pages: pagesAhead };
  const { hasNextPage, isFetching, isPlaceholderData } = query;
  const isWanted = !isPlaceholderData && hasNextPage && pages > 0 && rows.length < goal.rows && pages < goal.pages;
  usePagesAhead(isWanted, query);
  const more = useCallback(() => setWanted({ key, rows: rows.length + rowsAhead, pages: pages + pagesAhead }), [key, rows.length, pages]);

  const isStopped = hasNextPage && !isFetching && rows.length < goal.rows && pages >= goal.pages;
  const isSearching = isWanted || isPlaceholderData;
  const isAwaited = query.isPending || isSearching || query.isError;
  return {
    rows: rows.length === 0 && isAwaited ? undefined : rows,
    error: query.error,
    refetch: () => void query.refetch(),
    more,
    searchedTo: isStopped ? (query.data?.pages.at(-1)?.searchedTo ?? undefined) : undefined,
    skipped,
  };
}

/** Rows that came since the page was opened, newest first. */
function useLive(isLive: boolean): { live: ActivityRow[]; skipped: number } {
  const [live, setLive] = useState<ActivityRow[]>([]);
  const [skipped, setSkipped] = useState(0);
  useChanges((change) => {
    if (!isLive) return;
    if (change.kind === 'skipped') setSkipped((before) => before + change.count);
    if (change.kind === 'rows') setLive((before) => [...change.rows.toReversed(), ...before].slice(0, mostLive));
  });
  return { live, skipped };
}

/** Each row once: those that came live are in the next page that is asked for, too. */
function merge(live: readonly ActivityRow[], asked: readonly ActivityRow[]): ActivityRow[] {
  const known = new Set(asked.map(({ id }) => id));
  return [...live.filter(({ id }) => !known.has(id)), ...asked];
}
