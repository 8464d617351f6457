import { type Client, GatehouseError, type ListedTask, type UpdateTaskInput } from '@gatehouse/client';
import { all, clientFromEnvironment, isProgram } from './run.ts';

export interface TriageRules {
  now: number;
  /** Assignee of tasks by a word of their title. */
  assignees: Readonly<Record<string, string>>;
  /** Days until a task without a due date is due. */
  daysToDo: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Gives every open task an assignee by the words of its title, and a due date; one that is in progress and overdue becomes stuck. A task
 * that someone changes at the same moment is left as it is. Returns how many tasks were changed.
 */
export async function triageTasks(client: Client, rules: TriageRules): Promise<number> {
  const [tasks, members] = await Promise.all([all(client.each('list_tasks')), all(client.each('list_members'))]);
  const known = new Set(members.map(({ email }) => email));
  const changes = tasks.flatMap((task) => changeOf(task, rules, known) ?? []);
  const changed = await Promise.all(changes.map((change) => update(client, change)));
  return changed.filter(Boolean).length;
}

function changeOf(task: ListedTask, { now, assignees, daysToDo }: TriageRules, known: ReadonlySet<string>): UpdateTaskInput | undefined {
  const words = task.title.toLowerCase().split(/\W+/);
  const assignee = Object.entries(assignees).find(([word, email]) => words.includes(word) && known.has(email))?.[1];
  const change: UpdateTaskInput = {
    ...(task.assignee === null && assignee !== undefined && { assignee }),
    ...(task.dueAt === null && { dueAt: now + daysToDo * dayMs }),
    ...(task.status === 'in_progress' && task.dueAt !== null && task.dueAt < now && { status: 'stuck' as const }),
  };
  if (Object.keys(change).length === 0) return undefined;
  return { taskId: task.taskId, expectedVersionCount: task.versionCount, ...change };
}

async function update(client: Client, change: UpdateTaskInput): Promise<boolean> {
  try {
    await client.updateTask(change);
    return true;
  } catch (error) {
    if (error instanceof GatehouseError && error.isFor('stale_version', 'no_such_item')) return false;
    throw error;
  }
}

if (isProgram(import.meta.url)) {
  const assignees = JSON.parse(process.env.ASSIGNEES ?? '{}');
  await triageTasks(clientFromEnvironment(), { now: Date.now(), assignees, daysToDo: 7 });
}
