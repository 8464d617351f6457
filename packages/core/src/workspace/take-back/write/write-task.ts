import type { Decision } from '@gatehouse/domain/take-back';
import type { Op, Task } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { updateTask } from '../../tasks/update-task.ts';
import { attemptEach, type FieldsSet, type Step } from './steps.ts';

/** Makes a task what was decided; it is given to a person, who has an address now. */
export function* writeTask(context: ToolContext, task: Task, { values }: Decision): Op<FieldsSet> {
  const steps: Step[] = Object.entries(values).map(([field, value]) => ({
    fields: [field],
    *set(now) {
      const given = field === 'assignee' && value !== null ? yield* addressOf(now, value as string) : value;
      const change = given === null ? { clear: [field as 'notes'] } : { [field]: given };
      return yield* updateTask.run(now, { taskId: task.id, ...change });
    },
  }));
  return yield* attemptEach(context, steps);
}

function* addressOf({ store, viewer }: ToolContext, personId: string): Op<string> {
  return (yield* store.people.find(viewer.orgId, personId))?.email ?? personId;
}
