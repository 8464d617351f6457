import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { putAnswered, putTasks, whilePending } from './known-tasks.ts';
import { numberOf, type Task } from './task.ts';

type UpdateInput = Omit<InputOf<'update_task'>, 'taskId' | 'taskNumber'>;
type Clearable = NonNullable<UpdateInput['clear']>[number];

/** What of a task can be changed; null empties a field. */
export type TaskChange = Partial<Pick<Task, keyof Task & keyof UpdateInput>>;

/** More are changed in parts: each is a call of its own, in the log by itself, and a session may make 600 a minute. */
export const maxAtOnce = 200;
/** As many as a browser sends together. */
const callsTogether = 6;

export type ChangeTasks = (tasks: readonly Task[], change: TaskChange, said: string) => void;

/** Changes tasks as they are seen, at once; says so with a way back, and puts back what was refused. */
export function useChangeTasks(): ChangeTasks {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useCallback(
    (tasks, change, said) => {
      const changed = tasks.filter((task) => Object.entries(change).some(([name, value]) => task[name as keyof TaskChange] !== value));
      if (changed.length === 0) return;
      if (changed.length > maxAtOnce) {
        sayFailed(`You can change up to ${maxAtOnce} tasks at once. Select fewer.`);
        return;
      }
      const done = apply(queries, orgId, changed, () => change);
      const subject = changed.length === 1 ? numberOf(changed[0] as Task) : count(changed.length, 'task');
      sayDone(`${subject} ${said}.`, () => {
        void done.then((tasksNow) => apply(queries, orgId, tasksNow, ({ taskId }) => formerOf(changed, taskId, change)));
      });
    },
    [queries, orgId],
  );
}

/** Shows the changes, makes them, and gives the tasks that were changed as they are now. */
async function apply(queries: QueryClient, orgId: string, tasks: readonly Task[], changeOf: (task: Task) => TaskChange): Promise<Task[]> {
  const changed = tasks.map((task) => ({ ...task, ...changeOf(task), updatedAt: task.updatedAt + 1 }));
  putTasks(queries, orgId, changed);
  const answered: Task[] = [];
  const refusals: { task: Task; error: unknown }[] = [];
  const waiting = tasks.entries();
  await Promise.all(
    Array.from({ length: callsTogether }, async () => {
      for (const [, task] of waiting)
        try {
          const now = await whilePending(task.taskId, () => call(orgId, 'update_task', inputOf(task.taskId, changeOf(task))));
          if (now) answered.push(now);
        } catch (error) {
          refusals.push({ task, error });
        }
    }),
  );
  putAnswered(queries, orgId, answered);
  if (refusals.length > 0) {
    const refused = refusals.map(({ task }) => task);
    putTasks(queries, orgId, refused);
    const [first] = refusals;
    sayFailed(
      `${refused.length === 1 ? numberOf(refused[0] as Task) : count(refused.length, 'task')}: ${messageOf(first?.error)}`,
      first?.error,
    );
  }
  const ids = new Set(refusals.map(({ task }) => task.taskId));
  return changed.filter(({ taskId }) => !ids.has(taskId));
}

/** What the changed fields were before. */
function formerOf(tasks: readonly Task[], taskId: string, change: TaskChange): TaskChange {
  const former = tasks.find((task) => task.taskId === taskId) as Task;
  return Object.fromEntries(Object.keys(change).map((name) => [name, former[name as keyof TaskChange]]));
}

function inputOf(taskId: string, change: TaskChange): InputOf<'update_task'> {
  const entries = Object.entries(change);
  const clear = entries.filter(([, value]) => value === null).map(([name]) => name as Clearable);
  const given = Object.fromEntries(entries.filter(([, value]) => value !== null));
  return { taskId, ...given, ...(clear.length > 0 && { clear }) };
}
