import type { OutputOf } from '../../kernel/calls/call.ts';
import type { Task } from '../../workspace/tasks/task.ts';

type Row = Pick<OutputOf<'list_activity'>['activity'][number], 'tool' | 'itemId' | 'agentId' | 'personId' | 'at'>;

/** New tasks of one agent that are shown as one line. */
export interface TasksOfAgent {
  agentId: string;
  tasks: Task[];
  at: number;
}

/** Fewer things of one agent are shown one by one. */
export const fewestTogether = 4;

/** Tasks that another person or an agent changed last, as far as the log shows it. */
export function changedByOthers(tasks: readonly Task[], rows: readonly Row[], personId: string): Task[] {
  const own = new Set(rows.filter((row) => row.agentId === null && row.personId === personId).map(({ itemId, at }) => `${itemId} ${at}`));
  return tasks.filter(({ taskId, updatedAt }) => !own.has(`${taskId} ${updatedAt}`));
}

/** Groups tasks by their agent if an agent created many. Other tasks stay separate. */
export function tasksByAgent(tasks: readonly Task[], rows: readonly Row[]): { alone: Task[]; together: TasksOfAgent[] } {
  const creators = new Map(rows.filter(({ tool }) => tool === 'create_task').map(({ itemId, agentId }) => [itemId, agentId]));
  const byAgent = Map.groupBy(tasks, ({ taskId }) => creators.get(taskId) ?? null);
  const together = [...byAgent].flatMap(([agentId, made]) =>
    agentId !== null && made.length >= fewestTogether
      ? [{ agentId, tasks: made, at: Math.max(...made.map(({ updatedAt }) => updatedAt)) }]
      : [],
  );
  const gathered = new Set(together.flatMap(({ tasks: made }) => made));
  return { alone: tasks.filter((task) => !gathered.has(task)), together };
}
