import type { Decision } from '@gatehouse/domain/take-back';
import type { Op, Task } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { updateTask } from '../../tasks/update-task.ts';
import { attemptEach, type FieldsSet, type Step } from './steps.ts';

/** Carries out the decision about a task. The assignee is stored as a person, but the tool takes an e-mail address. */
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
