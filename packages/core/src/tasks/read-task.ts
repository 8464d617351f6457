import { z } from 'zod';
import { identifier, time } from '../schema.ts';
import { findTask, taskExample, taskFields, taskShape } from '../tasks.ts';
import { defineTool } from '../tool.ts';

export const readTask = defineTool({
  name: 'read_task',
  title: 'Read task',
  description: 'Read one task, with when it was made and last changed.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ taskId: identifier('from list_tasks') }),
  output: taskShape.extend({ createdAt: time, updatedAt: time }),
  example: {
    input: { taskId: taskExample.taskId },
    output: { ...taskExample, createdAt: 1_763_000_000_000, updatedAt: 1_763_600_000_000 },
  },
  *run(context, { taskId }) {
    const task = yield* findTask(context, taskId);
    return { ...taskFields(task), createdAt: task.createdAt, updatedAt: task.updatedAt };
  },
});
