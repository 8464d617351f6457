import { z } from 'zod';
import { identifier } from '../schema.ts';
import { datedTaskExample, datedTaskFields, datedTaskShape, findTask } from '../tasks.ts';
import { defineTool } from '../tool.ts';

export const readTask = defineTool({
  name: 'read_task',
  title: 'Read task',
  description: 'Read one task, with when it was made and last changed.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ taskId: identifier('from list_tasks') }),
  output: datedTaskShape,
  example: {
    input: { taskId: datedTaskExample.taskId },
    output: datedTaskExample,
  },
  *run(context, { taskId }) {
    return datedTaskFields(yield* findTask(context, taskId));
  },
});
