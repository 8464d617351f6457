import { taskStatuses } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { identifier, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextUpdatedSince } from '../items/list-items.ts';
import { assignee, nobodyHas } from './assignee.ts';
import { dueDate } from './due-date.ts';
import { findTask, linkedTaskExample, linkedTaskFields, linkedTaskShape } from './tasks.ts';

export const listTasks = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'List tasks by due date, then newest first; done and canceled tasks need includeDone or status.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    includeDone: z.boolean().default(false),
    status: z.enum(taskStatuses).optional(),
    assignee: assignee('e-mail').optional(),
    dueBefore: dueDate('ms since epoch, or ISO 8601').optional(),
    startingAfter: identifier('taskId of the last task of a page').optional(),
    order: z.enum(['due', 'created']).optional().describe('created: stable during edits'),
    updatedSince: time.min(0).optional().describe('ms, or nextUpdatedSince'),
    limit: pageLimit(50, 200, 'tasks'),
  }),
  output: z.array(named('ListedTask', 'A task in a list.', linkedTaskShape.extend({ nextUpdatedSince: time.optional() }))),
  example: {
    input: {},
    output: [linkedTaskExample],
  },
  *run(context, { startingAfter, updatedSince, order = updatedSince === undefined ? 'due' : 'created', ...filter }) {
    const { store, viewer } = context;
    const after = startingAfter === undefined ? undefined : yield* findTask(context, startingAfter);
    // An array has room only for its entries. Only the first page has it: changes during paging belong to the next round.
    const isFirstToCopy = after === undefined && order === 'created';
    const next = isFirstToCopy ? { nextUpdatedSince: yield* nextUpdatedSince(context) } : {};
    const tasks = yield* store.tasks.list({ orgId: viewer.orgId, ...filter, order, since: updatedSince, after });
    // People who have left keep their tasks. An address that has never existed is a mistake.
    const { assignee } = filter;
    if (tasks.length === 0 && assignee !== undefined && !(yield* store.people.findByEmail(viewer.orgId, assignee))) {
      throw yield* nobodyHas(context, assignee);
    }
    return tasks.map((task) => ({ ...linkedTaskFields(context, task), ...next }));
  },
});
