import { maxTaskTitle, taskStatuses } from '@gatehouse/domain';
import type { Task } from '@gatehouse/storage';
import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, name } from '../../kernel/schema/schema.ts';
import { refuseStale } from '../items/save-item.ts';
import { assignee, findAssignee } from './assignee.ts';
import { dueDate } from './due-date.ts';
import { findNamedTaskForChange, linkedTaskExample, linkedTaskFields, linkedTaskShape, taskArguments, taskNotes } from './tasks.ts';

/** Columns that people and agents choose. The others follow from events. */
type Chosen = Omit<Task, 'orgId' | 'id' | 'number' | 'source' | 'versionCount' | 'createdAt' | 'updatedAt' | 'doneAt'>;
type Clearable = { [Name in keyof Chosen]: null extends Chosen[Name] ? Name : never }[keyof Chosen];

const changeable = {
  title: name(maxTaskTitle, 'short, imperative').optional(),
  notes: taskNotes('up to 2,000 characters').optional(),
  status: z.enum(taskStatuses).optional(),
  assignee: assignee('email of a person').optional(),
  dueAt: dueDate('ms since epoch, or ISO 8601').optional(),
} satisfies Record<keyof Chosen, z.ZodType>;

const clearable = { notes: 'notes', assignee: 'assignee', dueAt: 'dueAt' } as const satisfies { [Name in Clearable]: Name };

export const updateTask = defineTool({
  name: 'update_task',
  title: 'Update task',
  description: 'Change fields of a task: omitted fields are kept; clear empties fields. Returns the task.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...taskArguments,
    ...changeable,
    clear: z.array(z.enum(clearable)).optional(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: linkedTaskShape,
  example: {
    input: { taskId: linkedTaskExample.taskId, status: 'done' },
    output: { ...linkedTaskExample, status: 'done', doneAt: 1_763_600_000_000 },
  },
  *run(context, { taskId, taskNumber, clear = [], expectedVersionCount, ...patch }) {
    const task = yield* findNamedTaskForChange(context, { taskId, taskNumber });
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const both = clear.find((field) => field in given);
    if (both) throw refusal('invalid_argument', `argument "${both}" is given and named in "clear": give it, or clear it`);
    const changes = { ...given, ...Object.fromEntries(clear.map((field) => [field, null])) };
    if (Object.keys(changes).length === 0) {
      throw refusal('nothing_to_change', `give at least one of ${Object.keys(changeable).join(', ')}, or name a field in clear`);
    }
    // A task can stay with a person who has left, but cannot be newly assigned to one.
    if (patch.assignee !== undefined && patch.assignee !== task.assignee) yield* findAssignee(context, patch.assignee);
    // Equal values are not a change, because a call with a lost answer can be repeated. // D19, D20
    if (Object.entries(changes).every(([field, value]) => task[field as keyof Task] === value)) return linkedTaskFields(context, task);
    refuseStale(task, expectedVersionCount);
    const changed: Task = { ...task, ...changes, versionCount: task.versionCount + 1, updatedAt: context.now };
    if (changed.status !== 'done') changed.doneAt = null;
    else if (task.status !== 'done') changed.doneAt = context.now;
    yield* context.store.tasks.update(changed, task, madeBy(context));
    return linkedTaskFields(context, changed);
  },
});
