import { describe, expect, it } from 'vitest';
import { filterOf, readFilters, type TaskFilters } from './filters.ts';
import type { Task } from './task.ts';

const now = new Date(2026, 5, 15, 15).getTime();
const day = 24 * 60 * 60_000;
const today = Date.UTC(2026, 5, 15);

const task = (change: Partial<Task>): Task => ({
  taskId: 'task_1',
  taskNumber: 1,
  title: 'Publish the release notes',
  status: 'todo',
  assignee: 'ada@acme.test',
  dueAt: null,
  notes: null,
  source: 'manual',
  versionCount: 1,
  doneAt: null,
  createdAt: 1,
  updatedAt: 1,
  ...change,
});

const tasks = [
  task({ taskId: 'mine' }),
  task({ taskId: 'late', taskNumber: 2, dueAt: today - day, assignee: 'bob@acme.test' }),
  task({ taskId: 'now', taskNumber: 17, dueAt: today, source: 'agent' }),
  task({ taskId: 'soon', taskNumber: 4, dueAt: today + 6 * day, assignee: null }),
  task({ taskId: 'in a week', taskNumber: 6, dueAt: today + 7 * day, assignee: 'bob@acme.test' }),
  task({ taskId: 'done', taskNumber: 5, status: 'done', title: 'Write 17 tests' }),
];

const shown = (filters: TaskFilters) => tasks.filter(filterOf(filters, { email: 'ada@acme.test', now })).map(({ taskId }) => taskId);

describe('the filters of tasks', () => {
  it('are read from the address, without invalid values', () => {
    expect(
      readFilters({ view: 'board', status: 'lost', assignee: 'me', due: 'week', text: 17, closed: true, source: {}, task: '', x: 1 }),
    ).toEqual({
      view: 'board',
      assignee: 'me',
      due: 'week',
      text: '17',
      closed: true,
    });
  });

  it.each<[TaskFilters, string[]]>([
    [{}, ['mine', 'late', 'now', 'soon', 'in a week']],
    [{ closed: true }, ['mine', 'late', 'now', 'soon', 'in a week', 'done']],
    [{ view: 'board' }, ['mine', 'late', 'now', 'soon', 'in a week', 'done']],
    [{ status: 'done' }, ['done']],
    [{ assignee: 'me' }, ['mine', 'now']],
    [{ assignee: 'nobody' }, ['soon']],
    [{ assignee: 'bob@acme.test' }, ['late', 'in a week']],
    [{ due: 'overdue' }, ['late']],
    [{ due: 'today' }, ['late', 'now']],
    [{ due: 'week' }, ['late', 'now', 'soon']],
    [{ due: 'none' }, ['mine']],
    [{ source: 'agent' }, ['now']],
    [{ text: ' RELEASE ' }, ['mine', 'late', 'now', 'soon', 'in a week']],
    [{ text: '17' }, ['now']],
    [{ text: '17', closed: true }, ['now', 'done']],
    [{ text: '#17', closed: true }, ['now']],
  ])('%j show %j', (filters, expected) => {
    expect(shown(filters)).toEqual(expected);
  });
});
