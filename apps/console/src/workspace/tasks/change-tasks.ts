import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { useBulkChange } from '../bulk/use-bulk-change.ts';
import { putAnswered, putTasks, whilePending } from './known-tasks.ts';
import { numberOf, type Task } from './task.ts';

type UpdateInput = Omit<InputOf<'update_task'>, 'taskId' | 'taskNumber'>;
type Clearable = NonNullable<UpdateInput['clear']>[number];

/** Editable fields of a task. Null clears a field. */
export type TaskChange = Partial<Pick<Task, keyof Task & keyof UpdateInput>>;

export type ChangeTasks = (tasks: readonly Task[], change: TaskChange, said: string) => void;

/** Changes tasks optimistically, offers Undo, and reverts refused ones. Several tasks are changed with one call. */
export function useChangeTasks(): ChangeTasks {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const changeMany = useBulkChange();
  return useCallback(
    (tasks, change, said) => {
      const changed = tasks.filter((task) => Object.entries(change).some(([name, value]) => task[name as keyof TaskChange] !== value));
      const [first, another] = changed;
      if (!first) return;
      if (another) {
        putTasks(queries, orgId, changed.map(asChanged(change)));
        const itemIds = changed.map(({ taskId }) => taskId);
        // At the end, all lists of tasks are fetched again, which also reverts refused tasks.
        const begun = changeMany({ action: 'update_tasks', itemIds, ...argumentsForMany(change) });
        void begun.then((hasBegun) => (hasBegun ? undefined : refetchTasks(queries, orgId)));
        return;
      }
      const done = apply(queries, orgId, first, change);
      sayDone(`${numberOf(first)} ${said}.`, () => {
        void done.then((now) => now && apply(queries, orgId, now, formerOf(first, change)));
      });
    },
    [queries, orgId, changeMany],
  );
}

function refetchTasks(queries: QueryClient, orgId: string): Promise<void> {
  return queries.invalidateQueries({ queryKey: [orgId, 'browse_tasks'] });
}

const asChanged =
  (change: TaskChange) =>
  (task: Task): Task => ({ ...task, ...change, updatedAt: task.updatedAt + 1 });

/** Shows the change, makes it, and returns the resulting task. Undefined if it was refused. */
async function apply(queries: QueryClient, orgId: string, task: Task, change: TaskChange): Promise<Task | undefined> {
  const changed = asChanged(change)(task);
  putTasks(queries, orgId, [changed]);
  try {
    const now = await whilePending(task.taskId, () => call(orgId, 'update_task', { taskId: task.taskId, ...argumentsOf(change) }));
    if (now) putAnswered(queries, orgId, [now]);
    return changed;
  } catch (error) {
    putTasks(queries, orgId, [task]);
    sayFailed(`${numberOf(task)}: ${messageOf(error)}`, error);
    return undefined;
  }
}

/** Previous values of the changed fields. */
function formerOf(former: Task, change: TaskChange): TaskChange {
  return Object.fromEntries(Object.keys(change).map((name) => [name, former[name as keyof TaskChange]]));
}

/** Null empties a field. */
function argumentsOf(change: TaskChange): UpdateInput {
  const entries = Object.entries(change);
  const clear = entries.filter(([, value]) => value === null).map(([name]) => name as Clearable);
  return { ...Object.fromEntries(entries.filter(([, value]) => value !== null)), ...(clear.length > 0 && { clear }) };
}

/** Arguments for several tasks, without names and notes, which belong to a single task. */
function argumentsForMany({ status, assignee, dueAt }: TaskChange): Omit<InputOf<'change_items'>, 'action' | 'itemIds'> {
  const clear = [...(assignee === null ? ['assignee' as const] : []), ...(dueAt === null ? ['dueAt' as const] : [])];
  return {
    ...(status !== undefined && { status }),
    ...(typeof assignee === 'string' && { assignee }),
    ...(typeof dueAt === 'number' && { dueAt }),
    ...(clear.length > 0 && { clear }),
  };
}
