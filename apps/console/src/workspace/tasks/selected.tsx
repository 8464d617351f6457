import { Button } from '@mantine/core';
import type { Task } from './task.ts';
import type { Asked, TaskActions } from './use-task-actions.tsx';

const asked: [title: string, what: Asked][] = [
  ['Status', 'status'],
  ['Assign', 'assignee'],
  ['Due date', 'due'],
];

/** Actions on the selected tasks. */
export function Selected({ tasks, actions }: { tasks: Task[]; actions: TaskActions }) {
  return asked.map(([title, what]) => (
    <Button key={what} variant="default" onClick={() => actions.ask(what, tasks)}>
      {title}
    </Button>
  ));
}
