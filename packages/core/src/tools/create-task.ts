import { z } from 'zod';
import { newId } from '../ids.ts';
import { name } from '../schema.ts';
import { dueAt, maximumTaskTitle, taskNotes } from '../tasks.ts';
import { defineTool } from '../tool.ts';

export const createTask = defineTool({
  name: 'create_task',
  title: 'Create task',
  description: 'Create a task, assigned to the person behind this key.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    title: name(maximumTaskTitle, 'short, imperative'),
    notes: taskNotes('up to 2,000 characters').optional(),
    dueAt: dueAt('ms since epoch').optional(),
  }),
  output: z.object({ taskId: z.string(), taskNumber: z.int() }),
  example: {
    input: { title: 'Publish the release notes', dueAt: 1_764_000_000_000 },
    output: { taskId: 'task_01jd2x7q8me3k5w9t4v6b8n0r2', taskNumber: 17 },
  },
  *run({ store, viewer, caller, now, notes: activity }, { title, notes, dueAt }) {
    const number = yield* store.organizations.nextTaskNumber(viewer.orgId);
    const id = newId('task', now);
    const source = caller.type === 'key' ? 'agent' : 'manual';
    const task = { orgId: viewer.orgId, id, number, title, dueAt: dueAt ?? null, notes: notes ?? null, source } as const;
    yield* store.tasks.create({ ...task, status: 'todo', createdAt: now, updatedAt: now }, viewer.personId);
    activity.itemType = 'task';
    activity.itemId = id;
    return { taskId: id, taskNumber: number };
  },
});
