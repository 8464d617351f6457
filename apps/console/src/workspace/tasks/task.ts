import type { OutputOf } from '../../kernel/calls/call.ts';

export type Task = OutputOf<'browse_tasks'>['tasks'][number];
export type Status = Task['status'];

/** Statuses in the order of the board. */
export const statuses = ['todo', 'in_progress', 'stuck', 'done', 'canceled'] as const satisfies readonly Status[];

/** Key that sets each status. */
export const statusKeys: Record<Status, string> = { todo: 't', in_progress: 'p', stuck: 's', done: 'd', canceled: 'n' };

export const isOpen = ({ status }: Pick<Task, 'status'>): boolean => status !== 'done' && status !== 'canceled';

/** `#17`, or the end of the identifier if the task has no number. */
export const numberOf = ({ taskNumber, taskId }: Pick<Task, 'taskNumber' | 'taskId'>): string => `#${taskNumber ?? taskId.slice(-4)}`;

/** Orders tasks by due date, those without one last, then newest first. */
export function inOrder(one: Task, other: Task): number {
  return (
    (one.dueAt ?? Number.MAX_SAFE_INTEGER) - (other.dueAt ?? Number.MAX_SAFE_INTEGER) || other.createdAt - one.createdAt || byId(one, other)
  );
}

/** Last closed first. */
export function byChange(one: Task, other: Task): number {
  return other.updatedAt - one.updatedAt || byId(one, other);
}

const byId = (one: Task, other: Task): number => (one.taskId < other.taskId ? 1 : -1);
