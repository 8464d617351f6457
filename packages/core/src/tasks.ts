import { type Op, type Task, taskStatuses } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from './context.ts';
import { refuseUnfound } from './items/no-such-item.ts';
import { time } from './schema.ts';

export const maximumTaskTitle = 200;
export const maximumNotes = 2000;

/** A task as the contract shows it. */
export const taskShape = z.object({
  taskId: z.string(),
  taskNumber: z.int().nullable(),
  title: z.string(),
  status: z.enum(taskStatuses),
  assignee: z.string().nullable(),
  dueAt: time.nullable(),
  notes: z.string().nullable(),
  source: z.enum(['agent', 'manual']),
});

export const taskExample: z.input<typeof taskShape> = {
  taskId: 'task_01jd2x7q8me3k5w9t4v6b8n0r2',
  taskNumber: 17,
  title: 'Publish the release notes',
  status: 'todo',
  assignee: 'ada@example.com',
  dueAt: 1_764_000_000_000,
  notes: null,
  source: 'agent',
};

export function taskFields({ id, number, title, status, assignee, dueAt, notes, source }: Task): z.input<typeof taskShape> {
  return { taskId: id, taskNumber: number, title, status, assignee, dueAt, notes, source };
}

/** The same with when it was made and last changed, as people see it. */
export const datedTaskShape = taskShape.extend({ createdAt: time, updatedAt: time });

export const datedTaskExample: z.input<typeof datedTaskShape> = {
  ...taskExample,
  createdAt: 1_763_000_000_000,
  updatedAt: 1_763_600_000_000,
};

export function datedTaskFields(task: Task): z.input<typeof datedTaskShape> {
  return { ...taskFields(task), createdAt: task.createdAt, updatedAt: task.updatedAt };
}

/** A task of the caller's organization; everybody in it sees all of them. */
export function* findTask(context: ToolContext, id: string): Op<Task> {
  const task = yield* context.store.tasks.find(context.viewer.orgId, id);
  return noted(context, task ?? (yield* refuseUnfound(context, ['task'], id)));
}

/** The same, for changing it: what was found is what is there until the transaction ends. */
export function* findTaskForChange(context: ToolContext, id: string): Op<Task> {
  const task = yield* context.store.tasks.findForChange(context.viewer.orgId, id);
  return noted(context, task ?? (yield* refuseUnfound(context, ['task'], id)));
}

function noted({ notes }: ToolContext, task: Task): Task {
  notes.itemType = 'task';
  notes.itemId = task.id;
  return task;
}

export const taskNotes = (description: string) => z.string().max(maximumNotes).describe(description);
