import { taskStatuses } from '@gatehouse/storage';
import { z } from 'zod';
import { refusal } from '../errors.ts';
import { identifier, name } from '../schema.ts';
import { assignee, findAssignee } from '../tasks/assignee.ts';
import { dueDate } from '../tasks/due-date.ts';
import { findTaskForChange, maximumTaskTitle, taskExample, taskFields, taskNotes, taskShape } from '../tasks.ts';
import { defineTool } from '../tool.ts';

const clearable = ['notes', 'assignee', 'dueAt'] as const;

export const updateTask = defineTool({
  name: 'update_task',
  title: 'Update task',
  description: 'Change fields of a task: those not given stay; clear empties fields by name. Returns the task.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    taskId: identifier('from list_tasks'),
    title: name(maximumTaskTitle, 'short, imperative').optional(),
    notes: taskNotes('up to 2,000 characters').optional(),
    status: z.enum(taskStatuses).optional(),
    assignee: assignee('e-mail of a person').optional(),
    dueAt: dueDate('ms since epoch, or ISO 8601').optional(),
    clear: z.array(z.enum(clearable)).optional(),
  }),
  output: taskShape,
  example: {
    input: { taskId: taskExample.taskId, status: 'done' },
    output: { ...taskExample, status: 'done', dueAt: null },
  },
  *run(context, { taskId, clear = [], ...patch }) {
    const task = yield* findTaskForChange(context, taskId);
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const both = clear.find((field) => field in given);
    if (both) throw refusal('invalid_argument', `argument "${both}" is given and named in "clear": give it, or clear it`);
    const changes = { ...given, ...Object.fromEntries(clear.map((field) => [field, null])) };
    if (Object.keys(changes).length === 0) {
      throw refusal('nothing_to_change', 'give at least one of title, notes, status, assignee, dueAt, or name a field in clear');
    }
    // A task may stay with a person who has left; it is given to nobody who has.
    if (patch.assignee !== undefined && patch.assignee !== task.assignee) yield* findAssignee(context, patch.assignee);
    const changed = { ...task, ...changes, updatedAt: context.now };
    yield* context.store.tasks.update(changed);
    return taskFields(changed);
  },
});
