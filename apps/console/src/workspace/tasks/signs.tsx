import { VisuallyHidden } from '@mantine/core';
import type { Icon } from '../../kernel/icons/icon.tsx';
import { Bot, Circle, CircleAlert, CircleCheck, CircleDot, CircleX } from '../../kernel/icons/icons.ts';
import { useNow } from '../../kernel/signs/now.ts';
import { Person } from '../../kernel/signs/who.tsx';
import { statusNames } from '../../kernel/words/status-names.ts';
import { exactTime } from '../../kernel/words/time-words.ts';
import { isDay, isOverdue } from '../due/due.ts';
import { dueWords } from '../due/due-words.ts';
import { isOpen, type Status, type Task } from './task.ts';
import styles from './tasks.module.css';

const icons: Record<Status, Icon> = {
  todo: Circle,
  in_progress: CircleDot,
  stuck: CircleAlert,
  done: CircleCheck,
  canceled: CircleX,
};

/** Sign of a status. Each status has its own shape. The name appears on hover and is read aloud. */
export function StatusSign({ status, isNamed = false }: { status: Status; isNamed?: boolean }) {
  const Icon = icons[status];
  return (
    <span className={styles.status} data-status={status} title={statusNames[status]}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      {isNamed ? <span>{statusNames[status]}</span> : <VisuallyHidden>{statusNames[status]}</VisuallyHidden>}
    </span>
  );
}

/** Marks tasks that an agent created. */
export function SourceSign({ source }: Pick<Task, 'source'>) {
  if (source !== 'agent') return null;
  return (
    <span className={styles.agent} title="Created by an agent">
      <Bot size={12} strokeWidth={1.75} aria-hidden="true" />
      <VisuallyHidden>Created by an agent</VisuallyHidden>
    </span>
  );
}

/** Due day in words. Overdue tasks have a sign too. */
export function Due({ task, none = null }: { task: Pick<Task, 'dueAt' | 'status'>; none?: string | null }) {
  const now = useNow();
  const { dueAt } = task;
  if (dueAt === null) return none && <span className={styles.dim}>{none}</span>;
  const isLate = isOpen(task) && isOverdue(dueAt, now);
  return (
    <span className={styles.due} data-late={isLate || undefined} title={isDay(dueAt) ? undefined : exactTime(dueAt)}>
      {isLate && <CircleAlert size={12} aria-hidden="true" />}
      {isLate && <VisuallyHidden>Overdue: </VisuallyHidden>}
      {dueWords(dueAt, now)}
    </span>
  );
}

export function Assignee({ email, name, none = null }: { email: string | null; name: string | undefined; none?: string | null }) {
  if (email === null) return none && <span className={styles.dim}>{none}</span>;
  return <Person name={name ?? email} email={email} />;
}
