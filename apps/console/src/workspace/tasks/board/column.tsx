import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { numberSoFar } from '../../../kernel/words/count-words.ts';
import { statusNames } from '../../../kernel/words/status-names.ts';
import { StatusSign } from '../signs.tsx';
import type { Status, Task } from '../task.ts';
import type { Assignees } from '../use-assignees.ts';
import styles from './board.module.css';
import { Card } from './card.tsx';

export interface ColumnProps {
  status: Status;
  cards: readonly Task[];
  /** True if more tasks exist than are loaded. */
  hasMore: boolean;
  assignees: Assignees;
  activeId: string | undefined;
  isFocusWanted: RefObject<boolean>;
  liftedId: string | undefined;
  openId: string | undefined;
  selected: ReadonlySet<string>;
  onActive: (taskId: string) => void;
  onOpen: (task: Task) => void;
  onToggle: (taskId: string) => void;
  onKey: (event: KeyboardEvent, task: Task) => void;
  onEndNear: (() => void) | undefined;
}

/** A card with one line of title and the gap below it; those with two are measured. */
const usualHeight = 66;

export function Column(props: ColumnProps) {
  const { status, cards, hasMore, assignees, activeId, isFocusWanted, liftedId, openId, selected, onEndNear } = props;
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 6,
    getItemKey: (index) => cards[index]?.taskId ?? index,
  });
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      getData: () => ({ status }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [status]);

  const activeIndex = cards.findIndex(({ taskId }) => taskId === activeId);
  // The keys have moved here: the card must be there to take the focus.
  useEffect(() => {
    if (activeIndex >= 0 && isFocusWanted.current) virtual.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, isFocusWanted, virtual]);

  const items = virtual.getVirtualItems();
  // Tab reaches one card of each column: the selected one, or the first rendered one.
  const stop = items.find(({ index }) => index === activeIndex)?.index ?? items[0]?.index;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= cards.length - 10) onEndNear?.();
  }, [last, cards.length, onEndNear]);

  return (
    <section ref={column} className={styles.column} aria-label={statusNames[status]} data-over={isOver || undefined}>
      <h2 className={styles.head}>
        <StatusSign status={status} isNamed />
        <span className={styles.count}>{numberSoFar(cards.length, hasMore)}</span>
      </h2>
      <div ref={scroller} className={styles.cards}>
        {cards.length === 0 && <p className={styles.none}>No {statusNames[status].toLowerCase()} tasks.</p>}
        <ul style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const task = cards[index];
            if (!task) return null;
            return (
              <li
                key={task.taskId}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={cards.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                <Card
                  task={task}
                  assignee={assignees.get(task.assignee ?? '')}
                  isActive={task.taskId === activeId}
                  isStop={index === stop}
                  isFocusWanted={isFocusWanted}
                  isLifted={task.taskId === liftedId}
                  isOpen={task.taskId === openId}
                  isSelected={selected.has(task.taskId)}
                  onActive={props.onActive}
                  onOpen={props.onOpen}
                  onToggle={props.onToggle}
                  onKey={props.onKey}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
