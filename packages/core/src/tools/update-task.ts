import { taskStatuses } from '@gatehouse/storage';
import { z } from 'zod';
import { refusal } from '../errors.ts';
import { identifier, name } from '../schema.ts';
import { assignee, dueAt, findTaskForChange, maximumTaskTitle, taskFields, taskNotes, taskShape } from '../tasks.ts';
import { defineTool } from '../tool.ts';

export const updateTask = defineTool({
  name: 'update_task',
  title: 'Update task',
  description: 'Change fields of a task: those not given stay, null clears notes, assignee or dueAt. Returns the task.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    taskId: identifier('from list_tasks'),
    title: name(maximumTaskTitle, 'short, imperative').optional(),
    notes: taskNotes('null clears').nullable().optional(),
    status: z.enum(taskStatuses).optional(),
    assignee: assignee('e-mail of a person; null clears').nullable().optional(),
    dueAt: dueAt('ms since epoch; null clears').nullable().optional(),
  }),
  output: taskShape,
  example: {
    input: { taskId: 'task_01jd2x7q8me3k5w9t4v6b8n0r2', status: 'done' },
    output: {
      taskId: 'task_01jd2x7q8me3k5w9t4v6b8n0r2',
      taskNumber: 17,
      title: 'Publish the release notes',
      status: 'done',
      assignee: 'ada@example.com',
      dueAt: null,
      notes: null,
      source: 'agent',
    },
  },
  *run(context, { taskId, ...patch }) {
    const task = yield* findTaskForChange(context, taskId);
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) {
      throw refusal('nothing_to_change', 'give at least one of title, notes, status, assignee, dueAt');
    }
    const changed = { ...task, ...given, updatedAt: context.now };
    yield* context.store.tasks.update(changed);
    return taskFields(changed);
  },
});
