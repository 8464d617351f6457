import { minuteMs } from '@gatehouse/domain';
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { byCursor, cursorArgument } from '../../kernel/calls/by-cursor.ts';
import { call } from '../../kernel/calls/call.ts';
import { ownChanges } from '../../kernel/calls/own-changes.ts';
import { useMore, usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { isChange } from '../../kernel/live/affected.ts';
import type { Change } from '../../kernel/live/change-stream.ts';
import { useChanges } from '../../kernel/live/use-changes.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { isPending, keptTasks, known, putTasks, tasksKey } from './known-tasks.ts';
import type { Task } from './task.ts';

const pageLength = 200;
/** Maximum pages of open tasks: 10,000 tasks. Filters apply only to these. */
const maxPages = 50;
/** Calls of several processes are committed in another order than they begin, and their clocks differ. */
const overlapMs = minuteMs;

/** Tasks of the organization: all open ones, and the loaded part of the closed ones, last closed first. */
export function useTasks(wantsClosed: boolean) {
  const open = useKept('open', true);
  const closed = useKept('closed', wantsClosed);
  useFreshTasks();
  const { hasNextPage, data } = open;
  const pages = data?.pages.length ?? 0;
  usePagesAhead(pages < maxPages, open);
  const tasks = useMemo(() => known(open.data, wantsClosed ? closed.data : undefined), [open.data, closed.data, wantsClosed]);
  const moreClosed = useMore('closed', closed);
  // Also changes when a page of open tasks arrives, although they load by themselves: a list that selects all rows waits for that change.
  const more = useCallback(() => {
    if (wantsClosed) moreClosed();
  }, [wantsClosed, moreClosed, pages]);
  return {
    tasks,
    isPending: open.isPending || (wantsClosed && closed.isPending),
    error: open.error ?? closed.error,
    refetch: () => void Promise.all([open.refetch(), closed.refetch()]),
    /** Loads more closed tasks. */
    more,
    hasMoreOpen: hasNextPage && pages >= maxPages,
    /** True if more open or closed tasks exist than are loaded. */
    isCut: { open: hasNextPage, closed: wantsClosed && closed.hasNextPage },
  };
}

function useKept(kind: 'open' | 'closed', enabled: boolean) {
  const { orgId } = useMembership();
  return useInfiniteQuery({
    queryKey: tasksKey(orgId, kind),
    queryFn: ({ pageParam, signal }) =>
      call(orgId, 'browse_tasks', { isOpen: kind === 'open', limit: pageLength, ...cursorArgument(pageParam) }, signal),
    ...byCursor,
    enabled,
    // Changes are fetched separately. Fetching everything again could take 50 calls.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Fetches the changes since the newest known task, whenever a task changes. */
function useFreshTasks(): void {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const running = useRef<{ again: boolean }>(undefined);
  const refresh = useCallback(async () => {
    if (running.current) {
      running.current.again = true;
      return;
    }
    const run = { again: true };
    running.current = run;
    try {
      while (run.again) {
        run.again = false;
        await askForChanged(queries, orgId);
      }
    } catch {
      // Offline or refused: the page can be stale, and the stream reports when it is back.
      await queries.invalidateQueries({ queryKey: [orgId, 'browse_tasks'], refetchType: 'none' });
    } finally {
      running.current = undefined;
    }
  }, [queries, orgId]);
  useEffect(() => void refresh(), [refresh]);
  useChanges((change) => {
    ownChanges.afterAnswers(() => {
      if (isOfTasks(change)) void refresh();
    });
  });
}

/** Changes of tasks by this tab are shown from their answers. */
function isOfTasks(change: Change): boolean {
  if (change.kind === 'rows')
    return change.rows.some((row) => row.itemType === 'task' && isChange(row) && !(isShown(row.tool) && ownChanges.has(row.requestId)));
  return change.kind === 'items' && change.items.some(({ type }) => type === 'task');
}

const isShown = (tool: string): boolean => tool === 'create_task' || tool === 'update_task';

async function askForChanged(queries: QueryClient, orgId: string): Promise<void> {
  const kept = keptTasks(queries, orgId);
  if (kept.size === 0) return;
  const newest = Math.max(...Array.from(kept.values(), ({ updatedAt }) => updatedAt));
  const { tasks, nextCursor } = await call(orgId, 'browse_tasks', { changedSince: newest - overlapMs, limit: pageLength });
  // More than a page has changed: fetching everything again is cheaper than finding the changes.
  if (nextCursor !== null && tasks.every((task) => task.updatedAt > newest)) {
    await queries.invalidateQueries({ queryKey: [orgId, 'browse_tasks'] });
    return;
  }
  const isNews = (task: Task) => !isPending(task.taskId) && kept.get(task.taskId)?.updatedAt !== task.updatedAt;
  const news = tasks.filter(isNews);
  if (news.length > 0) putTasks(queries, orgId, news);
}
