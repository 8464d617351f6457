import type { Column } from '../../kernel/list/column.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Assignee, Due, SourceSign, StatusSign } from './signs.tsx';
import { numberOf, type Task } from './task.ts';
import styles from './tasks.module.css';
import type { Assignees } from './use-assignees.ts';

export function columnsOf(assignees: Assignees): Column<Task>[] {
  return [
    {
      id: 'task',
      title: 'Task',
      width: 'minmax(160px, 4fr)',
      cell: (task) => (
        <>
          <StatusSign status={task.status} />
          <span className={styles.number}>{numberOf(task)}</span>
          <span className={styles.title} title={task.title}>
            {task.title}
          </span>
          <SourceSign source={task.source} />
        </>
      ),
    },
    {
      id: 'assignee',
      title: 'Assignee',
      width: 'minmax(100px, 1fr)',
      from: 620,
      cell: ({ assignee }) => <Assignee email={assignee} name={assignees.get(assignee ?? '')} none="None" />,
    },
    { id: 'due', title: 'Due', width: '92px', cell: (task) => <Due task={task} /> },
    { id: 'changed', title: 'Updated', width: '104px', from: 480, align: 'end', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
  ];
}
