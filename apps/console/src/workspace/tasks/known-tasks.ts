import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { isOpen, type Task } from './task.ts';

export type Page = OutputOf<'browse_tasks'>;
export type Pages = InfiniteData<Page>;

/** The lists of tasks: all open ones are loaded, and closed ones page by page, because their number keeps growing. */
export const tasksKey = (orgId: string, kind: 'open' | 'closed') => [orgId, 'browse_tasks', kind] as const;

/** Returns each task once, in its newest state. A task that changes during paging is in two pages. */
export function known(...kept: (Pages | undefined)[]): Map<string, Task> {
  const found = new Map<string, Task>();
  for (const { pages } of kept.filter((one) => one !== undefined))
    for (const { tasks } of pages)
      for (const task of tasks) {
        const other = found.get(task.taskId);
        if (!other || other.updatedAt < task.updatedAt) found.set(task.taskId, task);
      }
  return found;
}

/** Replaces tasks in loaded lists and moves them to their place. Does nothing if nothing was loaded. */
export function putTasks(queries: QueryClient, orgId: string, tasks: readonly Task[]): void {
  const ids = new Set(tasks.map(({ taskId }) => taskId));
  for (const kind of ['open', 'closed'] as const) {
    const mine = tasks.filter((task) => isOpen(task) === (kind === 'open'));
    queries.setQueryData<Pages>(tasksKey(orgId, kind), (kept) => kept && replaced(kept, ids, mine));
  }
}

/** Same for answers to changes of this tab, unless something newer has arrived. */
export function putAnswered(queries: QueryClient, orgId: string, tasks: readonly Task[]): void {
  const kept = keptTasks(queries, orgId);
  putTasks(
    queries,
    orgId,
    tasks.filter(({ taskId, versionCount }) => (kept.get(taskId)?.versionCount ?? 0) <= versionCount),
  );
}

/** All known tasks, open and closed. */
export const keptTasks = (queries: QueryClient, orgId: string): Map<string, Task> =>
  known(...(['open', 'closed'] as const).map((kind) => queries.getQueryData<Pages>(tasksKey(orgId, kind))));

/** Pages in which nothing changes stay the same objects. */
function replaced(kept: Pages, ids: ReadonlySet<string>, mine: readonly Task[]): Pages {
  const pages = kept.pages.map((page) =>
    page.tasks.some(({ taskId }) => ids.has(taskId)) ? { ...page, tasks: page.tasks.filter(({ taskId }) => !ids.has(taskId)) } : page,
  );
  const [first, ...others] = pages;
  if (!first || mine.length === 0) return { ...kept, pages };
  return { ...kept, pages: [{ ...first, tasks: [...mine, ...first.tasks] }, ...others] };
}

/** Tasks with pending changes here, and the newest answer for each. Events can be older than the page. */
const pending = new Map<string, { changes: number; newest?: Task }>();

export const isPending = (taskId: string): boolean => pending.has(taskId);

/** Resolves with the task's new state, or undefined while another change is pending, whose state is newer. */
export async function whilePending(taskId: string, change: () => Promise<Task>): Promise<Task | undefined> {
  const now = pending.get(taskId) ?? { changes: 0 };
  pending.set(taskId, now);
  now.changes++;
  try {
    const task = await change();
    if (!now.newest || now.newest.versionCount < task.versionCount) now.newest = task;
  } finally {
    now.changes--;
    if (now.changes === 0) pending.delete(taskId);
  }
  return now.changes === 0 ? now.newest : undefined;
}
