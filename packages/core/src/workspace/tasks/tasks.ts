import { maxTaskNotes, taskStatuses } from '@gatehouse/domain';
import type { Op, Task } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { named } from '../../kernel/schema/named.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';

/** Columns that answers show by a name of their own, or not at all. */
type OtherColumns = 'orgId' | 'id' | 'number';

/** A task as the console shows it, with each other column by its name. */
export const taskShape = z.object({
  taskId: z.string(),
  taskNumber: z.int().nullable(),
  title: z.string(),
  status: z.enum(taskStatuses),
  assignee: z.string().nullable(),
  dueAt: time.nullable(),
  notes: z.string().nullable(),
  source: z.enum(['agent', 'manual']),
  versionCount: z.int(),
  createdAt: time,
  updatedAt: time,
  doneAt: time.nullable().describe('time of completion'),
} satisfies Record<'taskId' | 'taskNumber' | Exclude<keyof Task, OtherColumns>, z.ZodType>);

/** Same for agents and programs, as in the contract. */
export const linkedTaskShape = named('Task', 'A task.', taskShape.extend({ url: z.string() }));

export const taskExample: z.input<typeof taskShape> = {
  taskId: 'task_01jd2x7q8me3k5w9t4v6b8n0r2',
  taskNumber: 17,
  title: 'Publish the release notes',
  status: 'todo',
  assignee: 'ada@example.com',
  dueAt: 1_764_000_000_000,
  notes: null,
  source: 'agent',
  versionCount: 2,
  createdAt: 1_763_000_000_000,
  updatedAt: 1_763_600_000_000,
  doneAt: null,
};

export function taskFields({ orgId: _, id, number, ...fields }: Task): z.input<typeof taskShape> {
  return { taskId: id, taskNumber: number, ...fields };
}

export const linkedTaskExample: z.input<typeof linkedTaskShape> = { ...taskExample, url: examplePageAddress(taskExample.taskId) };

export function linkedTaskFields(context: ToolContext, task: Task): z.input<typeof linkedTaskShape> {
  return { ...taskFields(task), url: pageAddress(context, task.id) };
}

/** Arguments that name a task: exactly one of these. */
export const taskArguments = {
  taskId: identifier('from list_tasks; or taskNumber').optional(),
  taskNumber: z.int().min(1).optional(),
};

interface NamedTask {
  taskId?: string | undefined;
  taskNumber?: number | undefined;
}

/** Finds the task that either `taskId` or `taskNumber` names. The activity row names it. */
export function* findNamedTask(context: ToolContext, named: NamedTask): Op<Task> {
  return yield* findTask(context, yield* namedTask(context, named));
}

/** Same, to change it. */
export function* findNamedTaskForChange(context: ToolContext, named: NamedTask): Op<Task> {
  return yield* findTaskForChange(context, yield* namedTask(context, named));
}

function* namedTask({ store, viewer }: ToolContext, { taskId, taskNumber }: NamedTask): Op<string> {
  if (taskId !== undefined && taskNumber !== undefined) throw refusal('invalid_argument', 'give either "taskId" or "taskNumber", not both');
  if (taskId !== undefined) return taskId;
  if (taskNumber === undefined) throw refusal('invalid_argument', 'give "taskId" or "taskNumber" of a task');
  const id = yield* store.tasks.idOf(viewer.orgId, taskNumber);
  if (id === undefined) throw refusal('no_such_item', `there is no task ${taskNumber}; list_tasks lists tasks`);
  return id;
}

/** Task of the caller's organization. Everyone in it sees all tasks. */
export function* findTask(context: ToolContext, id: string): Op<Task> {
  const task = yield* context.store.tasks.find(context.viewer.orgId, id);
  return noted(context, task ?? (yield* refuseUnfound(context, ['task'], id)));
}

/** Same, to change it. It stays as found until the transaction ends. */
function* findTaskForChange(context: ToolContext, id: string): Op<Task> {
  const task = yield* context.store.tasks.findForChange(context.viewer.orgId, id);
  return noted(context, task ?? (yield* refuseUnfound(context, ['task'], id)));
}

function noted({ call: { notes } }: ToolContext, task: Task): Task {
  notes.itemType = 'task';
  notes.itemId = task.id;
  return task;
}

export const taskNotes = (description: string) => z.string().max(maxTaskNotes).describe(description);
