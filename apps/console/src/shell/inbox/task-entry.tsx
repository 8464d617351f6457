import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { statusNames } from '../../kernel/words/status-names.ts';
import { Markdown } from '../../workspace/reading/markdown.tsx';
import reviewStyles from '../../workspace/reviews/reviews.module.css';
import { useChangeTasks } from '../../workspace/tasks/change-tasks.ts';
import { Due, StatusSign } from '../../workspace/tasks/signs.tsx';
import { isOpen, type Status } from '../../workspace/tasks/task.ts';
import type { EntryViewProps } from './entry-view.ts';
import styles from './inbox.module.css';

/** A task that somebody assigned to the person. `y` completes it. */
export function TaskEntry({ entry, onDecided }: EntryViewProps) {
  const { orgId } = useMembership();
  const { data } = useQuery(toolQuery(orgId, 'read_task', { taskId: entry.id }));
  const task = data ?? entry.task;
  const change = useChangeTasks();
  const scroller = useRef<HTMLElement>(null);
  const moveTo = (status: Status) => task && change([task], { status }, `moved to ${statusNames[status]}`);
  const complete = () => {
    moveTo('done');
    onDecided();
  };
  useBindings('Entry', [
    { keys: 'y', does: 'Complete task', run: complete },
    { keys: 'p', does: 'Start task', run: () => void moveTo('in_progress') },
  ]);
  if (!task) return null;
  return (
    <>
      <p className={styles.facts}>
        <StatusSign status={task.status} isNamed /> <Due task={task} />
      </p>
      {isOpen(task) && (
        <div className={reviewStyles.verbs}>
          <Button onClick={complete}>Complete</Button>
          {task.status === 'todo' && (
            <Button variant="default" onClick={() => moveTo('in_progress')}>
              Start
            </Button>
          )}
        </div>
      )}
      {task.notes && (
        <div dir="auto">
          <Markdown text={task.notes} scroller={scroller} marksChanges={false} />
        </div>
      )}
    </>
  );
}
