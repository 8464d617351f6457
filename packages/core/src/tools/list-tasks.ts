import { taskStatuses } from '@gatehouse/storage';
import { z } from 'zod';
import { identifier, pageLimit } from '../schema.ts';
import { assignee, findTask, taskFields, taskShape } from '../tasks.ts';
import { defineTool } from '../tool.ts';

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'List tasks by due date, then newest first; done and canceled ones only with includeDone or status.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    includeDone: z.boolean().default(false),
    status: z.enum(taskStatuses).optional(),
    assignee: assignee('e-mail').optional(),
    startingAfter: identifier('taskId of the last task of the page before').optional(),
    limit: pageLimit(50, 200, 'tasks'),
  }),
  output: z.array(taskShape),
  example: {
    input: {},
    output: [
      {
        taskId: 'task_01jd2x7q8me3k5w9t4v6b8n0r2',
        taskNumber: 17,
        title: 'Publish the release notes',
        status: 'todo',
        assignee: 'ada@example.com',
        dueAt: 1_764_000_000_000,
        notes: null,
        source: 'agent',
      },
    ],
  },
  *run(context, { includeDone, status, assignee, startingAfter, limit }) {
    const after = startingAfter === undefined ? undefined : yield* findTask(context, startingAfter);
    const tasks = yield* context.store.tasks.list({ orgId: context.viewer.orgId, includeDone, status, assignee, after, limit });
    return tasks.map(taskFields);
  },
});
