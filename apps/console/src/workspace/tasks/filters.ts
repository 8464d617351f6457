import { daysUntil, isOverdue } from '../due/due.ts';
import { isOpen, type Status, statuses, type Task } from './task.ts';

const dues = ['overdue', 'today', 'week', 'none'] as const;
const sources = ['agent', 'manual'] as const;

/** View and filters of tasks, as in the address. */
export interface TaskFilters {
  view?: 'board';
  status?: Status;
  /** An e-mail address, `me` or `nobody`. */
  assignee?: string;
  due?: (typeof dues)[number];
  source?: (typeof sources)[number];
  /** A part of the title, or `#17`. */
  text?: string;
  /** Done and canceled ones too. */
  closed?: true;
  /** The task that is open. */
  task?: string;
  /** Comment or answer to show on the open task. */
  comment?: string;
}

/** Reads the address and drops invalid filters, so that an old or mistyped one still opens the page. */
export function readFilters(search: Record<string, unknown>): TaskFilters {
  const one = <Value extends string>(name: string, values: readonly Value[]) => values.find((value) => value === search[name]);
  const text = (name: string) => (typeof search[name] === 'string' || typeof search[name] === 'number' ? String(search[name]) : '');
  const read = {
    view: one('view', ['board']),
    status: one('status', statuses),
    assignee: text('assignee') || undefined,
    due: one('due', dues),
    source: one('source', sources),
    text: text('text').slice(0, 200) || undefined,
    closed: search.closed === true ? true : undefined,
    task: text('task') || undefined,
    comment: text('comment') || undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** True if done and canceled tasks are wanted. */
export function wantsClosed({ view, status, closed }: TaskFilters): boolean {
  return view === 'board' || closed === true || status === 'done' || status === 'canceled';
}

/** Returns a check for many tasks. Everything that does not depend on the task is computed once. */
export function filterOf(filters: TaskFilters, { email, now }: { email: string; now: number }): (task: Task) => boolean {
  const { status, assignee, due, source, text } = filters;
  const withClosed = wantsClosed(filters);
  const wanted = text?.trim().toLowerCase();
  const who = assignee === 'me' ? email : assignee;
  return (task) =>
    (status === undefined ? withClosed || isOpen(task) : task.status === status) &&
    (who === undefined || (who === 'nobody' ? task.assignee === null : task.assignee === who)) &&
    (due === undefined || isDue(task.dueAt, due, now)) &&
    (source === undefined || task.source === source) &&
    (wanted === undefined || isCalled(task, wanted));
}

function isDue(dueAt: number | null, due: (typeof dues)[number], now: number): boolean {
  if (dueAt === null || due === 'none') return dueAt === null && due === 'none';
  switch (due) {
    case 'overdue':
      return isOverdue(dueAt, now);
    case 'today':
      return daysUntil(dueAt, now) <= 0;
    case 'week':
      return daysUntil(dueAt, now) < 7;
  }
}

function isCalled({ title, taskNumber }: Task, wanted: string): boolean {
  return title.toLowerCase().includes(wanted) || `#${taskNumber}` === wanted || String(taskNumber) === wanted;
}

/** True if any filter is set. */
export function isNarrowed({ view: _view, task: _task, comment: _comment, closed: _closed, ...narrowed }: TaskFilters): boolean {
  return Object.keys(narrowed).length > 0;
}

/** The filters with another value, or without one. */
export function withFilter<Name extends keyof TaskFilters>(
  filters: TaskFilters,
  name: Name,
  value: TaskFilters[Name] | undefined,
): TaskFilters {
  const { [name]: _, ...rest } = filters;
  return value === undefined ? rest : { ...rest, [name]: value };
}
