import { expect, it } from 'vitest';
import type { Task } from '../../workspace/tasks/task.ts';
import { changedByOthers, tasksByAgent } from './task-makers.ts';

const task = (taskId: string, updatedAt: number) => ({ taskId, updatedAt }) as Task;
const row = (tool: string, itemId: string, at: number, by: { personId?: string; agentId?: string }) => ({
  tool,
  itemId,
  at,
  personId: by.personId ?? null,
  agentId: by.agentId ?? null,
});

it('leaves out tasks that the person changed last, but none that others changed since', () => {
  const tasks = [task('own', 5), task('others', 7), task('agents', 9), task('unknown', 3)];
  const rows = [
    row('create_task', 'own', 5, { personId: 'ada' }),
    row('create_task', 'others', 6, { personId: 'ada' }),
    row('update_task', 'others', 7, { personId: 'bob' }),
    row('update_task', 'agents', 9, { personId: 'ada', agentId: 'writer' }),
  ];
  expect(changedByOthers(tasks, rows, 'ada').map(({ taskId }) => taskId)).toEqual(['others', 'agents', 'unknown']);
});

it('groups many tasks of one agent, and leaves few separate', () => {
  const many = [1, 2, 3, 4, 5].map((at) => task(`writer ${at}`, at));
  const few = [task('reader 1', 8), task('manual', 9)];
  const rows = [
    ...many.map(({ taskId, updatedAt }) => row('create_task', taskId, updatedAt, { personId: 'ada', agentId: 'writer' })),
    row('create_task', 'reader 1', 8, { personId: 'ada', agentId: 'reader' }),
  ];
  const { alone, together } = tasksByAgent([...many, ...few], rows);
  expect(alone).toEqual(few);
  expect(together).toEqual([{ agentId: 'writer', tasks: many, at: 5 }]);
});
