import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Check } from '../../../kernel/icons/icons.ts';
import { useMembership } from '../../../kernel/membership/membership.ts';
import { Assignee, Due, SourceSign } from '../signs.tsx';
import { numberOf, type Task } from '../task.ts';
import styles from './board.module.css';

export interface CardProps {
  task: Task;
  /** The assignee's name. */
  assignee: string | undefined;
  /** True if the card is selected by keyboard. */
  isActive: boolean;
  /** True if Tab reaches the card. */
  isStop: boolean;
  isFocusWanted: RefObject<boolean>;
  isLifted: boolean;
  isOpen: boolean;
  isSelected: boolean;
  onActive: (taskId: string) => void;
  onOpen: (task: Task) => void;
  onToggle: (taskId: string) => void;
  onKey: (event: KeyboardEvent, task: Task) => void;
}

export function Card({
  task,
  assignee,
  isActive,
  isStop,
  isFocusWanted,
  isLifted,
  isOpen,
  isSelected,
  onActive,
  onOpen,
  onToggle,
  onKey,
}: CardProps) {
  const { taskId } = task;
  const { orgId } = useMembership();
  const { basepath } = useRouter();
  const card = useRef<HTMLAnchorElement>(null);
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    return draggable({
      element,
      getInitialData: () => ({ taskId }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [taskId]);
  useEffect(() => {
    if (!isActive || !isFocusWanted.current) return;
    isFocusWanted.current = false;
    const at = document.activeElement;
    // Leaves the focus if the person has moved it elsewhere.
    if (at === document.body || at?.contains(card.current) || at?.closest('[data-board]')) card.current?.focus({ preventScroll: true });
  }, [isActive, isFocusWanted]);
  // Moves the focus with the card: in another column it is another element, and it can pass several columns.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element !== null && element === document.activeElement) isFocusWanted.current = true;
    };
  }, [isFocusWanted]);
  return (
    <a
      ref={card}
      className={styles.card}
      href={`${basepath}/${orgId}/tasks?${new URLSearchParams({ view: 'board', task: taskId })}`}
      tabIndex={isStop ? 0 : -1}
      data-active={isActive || undefined}
      data-open={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-lifted={isLifted || undefined}
      data-dragged={isDragged || undefined}
      onFocus={() => onActive(taskId)}
      onKeyDown={(event) => onKey(event, task)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onActive(taskId);
        if (event.shiftKey) onToggle(taskId);
        else onOpen(task);
      }}
    >
      <span className={styles.title}>{task.title}</span>
      <span className={styles.facts}>
        {isSelected && <Check size={13} aria-label="Selected" />}
        <span className={styles.number}>{numberOf(task)}</span>
        <SourceSign source={task.source} />
        <Due task={task} />
        <span className={styles.assignee}>
          <Assignee email={task.assignee} name={assignee} />
        </span>
      </span>
    </a>
  );
}
