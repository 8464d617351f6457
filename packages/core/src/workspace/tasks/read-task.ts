import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { findNamedTask, taskArguments, taskExample, taskFields, taskShape } from './tasks.ts';

export const readTask = defineTool({
  name: 'read_task',
  title: 'Read task',
  description: 'Read one task, with when it was made and last changed.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject(taskArguments),
  output: taskShape,
  example: {
    input: { taskId: taskExample.taskId },
    output: taskExample,
  },
  *run(context, named) {
    return taskFields(yield* findNamedTask(context, named));
  },
});
