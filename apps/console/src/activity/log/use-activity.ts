import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { byCursor, cursorArgument } from '../../kernel/calls/by-cursor.ts';
import { call } from '../../kernel/calls/call.ts';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { type ActivityFilters, type ActivityRow, isShown, isSought, toInput } from './filters.ts';
import { type AskedRows, type LiveLog, wholeRows } from './live-log.ts';
import { useLiveLog } from './live-log-store.ts';
import { useItemNames } from './use-item-names.ts';

const pageLength = { asked: 100, sought: 500 };
/** Rows that are wanted beyond those that are shown. */
const rowsAhead = 60;
/** Pages that are searched automatically: a search for rare rows would otherwise read the whole log. // D44 */
const pagesAhead = 10;

export interface Activity {
  /** Undefined until the first rows have come: rare rows are searched page by page. */
  rows: ActivityRow[] | undefined;
  error: Error | null;
  refetch: () => void;
  /** Loads more rows, if there are any. */
  more: () => void;
  /** Time at which a search stopped without finding enough, in milliseconds since the epoch. */
  searchedTo: number | undefined;
}

/** The rows that fit the filters, newest first, and new ones as they come. */
export function useActivity(filters: ActivityFilters): Activity {
  const { orgId } = useMembership();
  const input = useMemo(() => toInput(filters), [filters]);
  const limit = isSought(filters) ? pageLength.sought : pageLength.asked;
  const query = useInfiniteQuery({
    queryKey: [orgId, 'list_activity', 'pages', input, limit],
    async queryFn({ pageParam, signal }) {
      const askedAt = performance.now();
      const page = await call(orgId, 'list_activity', { ...input, limit, ...cursorArgument(pageParam) }, signal);
      return { ...page, askedAt };
    },
    ...byCursor,
    // Shows matching rows of the previous filters until the new ones arrive.
    placeholderData: keepPreviousData,
    // Live rows keep it fresh. If they cannot, it is refetched below.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const asked = useMemo(
    () => query.data && { rows: query.data.pages.flatMap(({ activity }) => activity), askedAt: query.data.pages[0]?.askedAt ?? 0 },
    [query.data],
  );
  const log = useLiveLog(orgId);
  const isHoled = asked !== undefined && asked.askedAt < log.wholeFrom;
  useRefill({ isHoled, isFetching: query.isFetching, refetch: query.refetch });
  const whole = useWholeRows(JSON.stringify(input), asked, log);
  const fitting = useMemo(() => whole.filter((row) => isShown(row, filters)), [whole, filters]);
  const rows = useItemNames(fitting, input);

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
  };
}

/** Rows without a gap. While they are refetched, the previous rows stay. */
function useWholeRows(key: string, asked: AskedRows | undefined, log: LiveLog): readonly ActivityRow[] {
  const last = useRef<{ key: string; rows: readonly ActivityRow[] }>(undefined);
  const rows = useMemo(() => {
    if (!asked) return [];
    return wholeRows(asked, log) ?? (last.current?.key === key ? last.current.rows : asked.rows);
  }, [key, asked, log]);
  last.current = { key, rows };
  return rows;
}

/** Refetches rows with a gap before the live rows: immediately, then at most once per second. */
function useRefill({ isHoled, isFetching, refetch }: { isHoled: boolean; isFetching: boolean; refetch: () => unknown }): void {
  const askedAt = useRef(0);
  const latest = useRef(refetch);
  latest.current = refetch;
  useEffect(() => {
    if (!isHoled || isFetching) return;
    const timer = setTimeout(
      () => {
        askedAt.current = performance.now();
        latest.current();
      },
      Math.max(0, askedAt.current + askAgainMs - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [isHoled, isFetching]);
}

const askAgainMs = 1000;
