import { z } from 'zod';
import { asOf, checkAsOf } from '../../kernel/context/as-of.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { findNamedTask, taskArguments, taskExample, taskFields, taskShape } from './tasks.ts';

export const readTask = defineTool({
  name: 'read_task',
  title: 'Read task',
  description: 'Read one task with its creation and update times.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ ...taskArguments, asOf }),
  output: taskShape,
  example: {
    input: { taskId: taskExample.taskId },
    output: taskExample,
  },
  *run(context, { asOf, ...named }) {
    const task = yield* findNamedTask(context, named);
    if (asOf === undefined) return taskFields(task);
    yield* checkAsOf(context, asOf);
    const then = yield* context.store.past.task(task, asOf);
    if (!then) throw noSuchItem();
    return taskFields(then);
  },
});
