import { maxTaskTitle, taskStatuses } from '@gatehouse/domain';
import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { name } from '../../kernel/schema/schema.ts';
import { assignee, findAssignee } from './assignee.ts';
import { dueDate } from './due-date.ts';
import { taskNotes } from './tasks.ts';

export const createTask = defineTool({
  name: 'create_task',
  title: 'Create task',
  description: 'Create a task, by default assigned to the person of this key.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    title: name(maxTaskTitle, 'short, imperative'),
    notes: taskNotes('up to 2,000 characters').optional(),
    status: z.enum(taskStatuses).default('todo'),
    assignee: assignee('email of a person').optional(),
    dueAt: dueDate('ms since epoch, or ISO 8601').optional(),
  }),
  output: z.object({ taskId: z.string(), taskNumber: z.int().nullable(), url: z.string() }),
  example: {
    input: { title: 'Publish the release notes', dueAt: 1_764_000_000_000 },
    output: {
      taskId: 'task_01jd2x7q8me3k5w9t4v6b8n0r2',
      taskNumber: 17,
      url: examplePageAddress('task_01jd2x7q8me3k5w9t4v6b8n0r2'),
    },
  },
  *run(context, { title, notes, status, assignee, dueAt }) {
    const { store, viewer, caller, now, call } = context;
    const assigneeId = assignee === undefined ? viewer.personId : (yield* findAssignee(context, assignee)).id;
    const number = yield* store.organizations.nextTaskNumber(viewer.orgId);
    const id = newId('task', now);
    const source = caller.type === 'key' ? 'agent' : 'manual';
    const task = { orgId: viewer.orgId, id, number, title, dueAt: dueAt ?? null, notes: notes ?? null, source } as const;
    yield* store.tasks.create(
      { ...task, status, versionCount: 1, createdAt: now, updatedAt: now, doneAt: status === 'done' ? now : null },
      assigneeId,
      madeBy(context),
    );
    call.notes.itemType = 'task';
    call.notes.itemId = id;
    return { taskId: id, taskNumber: number, url: pageAddress(context, id) };
  },
});
