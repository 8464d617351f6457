import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { taskExample, taskFields, taskShape } from './tasks.ts';

const changedPosition = z.tuple([time, z.string()]);

export const browseTasks = defineTool({
  name: 'browse_tasks',
  title: 'Browse tasks',
  description: 'List open tasks, closed tasks (done or canceled), or both, last changed first; list_tasks lists them by due date.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    isOpen: z.boolean().optional().describe('false: done and canceled tasks; default: all'),
    changedSince: time.optional().describe('ms since epoch'),
    limit: pageLimit(50, 200, 'tasks'),
    cursor: cursor(),
  }),
  output: z.object({ tasks: z.array(taskShape), nextCursor }),
  example: {
    input: { isOpen: true },
    output: { tasks: [taskExample], nextCursor: null },
  },
  *run({ store, viewer }, { isOpen, changedSince, limit, cursor }) {
    const list = `tasks ${isOpen ?? 'all'}`;
    const [updatedAt, id] = cursor === undefined ? [] : decodeCursor(list, changedPosition, cursor);
    const found = yield* store.tasks.changed({
      orgId: viewer.orgId,
      isOpen,
      since: changedSince,
      before: updatedAt === undefined || id === undefined ? undefined : { updatedAt, id },
      limit: limit + 1,
    });
    const page = pageOf(list, found, limit, (task) => [task.updatedAt, task.id]);
    return { tasks: page.rows.map(taskFields), nextCursor: page.nextCursor };
  },
});
