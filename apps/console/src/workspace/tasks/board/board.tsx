import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useBindings } from '../../../kernel/keyboard/bindings.ts';
import { SelectionBar } from '../../../kernel/list/selection-bar.tsx';
import { statusNames } from '../../../kernel/words/status-names.ts';
import { Selected } from '../selected.tsx';
import { isOpen, numberOf, type Status, statuses, type Task } from '../task.ts';
import type { Assignees } from '../use-assignees.ts';
import type { TaskActions } from '../use-task-actions.tsx';
import styles from './board.module.css';
import { Column } from './column.tsx';
import { inStep, place } from './steps.ts';

export interface BoardProps {
  tasks: readonly Task[];
  assignees: Assignees;
  actions: TaskActions;
  openId: string | undefined;
  onOpen: (task: Task) => void;
  /** Called when the end of a column of closed tasks comes near. */
  onEndNear: (() => void) | undefined;
  /** True if there are more open or closed tasks than these. */
  isCut: { open: boolean; closed: boolean };
}

/** Card that is moved by keys, and its target. */
interface Lifted {
  taskId: string;
  to: Status;
}

/** Tasks in a column for each status. They are moved by the pointer, or by the keys: Space takes one up, arrows carry it, Space lays it down. */
export function Board({ tasks, assignees, actions, openId, onOpen, onEndNear, isCut }: BoardProps) {
  const [activeId, setActiveId] = useState<string>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [lifted, setLifted] = useState<Lifted>();
  const [said, setSaid] = useState('');
  // True if the selected card must take the focus once it is rendered.
  const isFocusWanted = useRef(false);
  const columns = useMemo(() => columnsOf(tasks, lifted), [tasks, lifted]);
  const active = tasks.find(({ taskId }) => taskId === activeId);
  const selectedTasks = tasks.filter(({ taskId }) => selected.has(taskId));
  const meant = selectedTasks.length > 0 ? selectedTasks : active ? [active] : [];

  const go = (columnsAway: number, cardsAway: number) => {
    const next = inStep(columns, place(columns, activeId), columnsAway, cardsAway);
    if (!next) return;
    isFocusWanted.current = true;
    setActiveId(next.taskId);
  };
  const toggle = useCallback(
    (taskId: string) =>
      setSelected((before) => (before.has(taskId) ? new Set([...before].filter((one) => one !== taskId)) : new Set([...before, taskId]))),
    [],
  );
  const move = (taskId: string, status: Status) => {
    const moved = selected.has(taskId) ? selectedTasks : tasks.filter((task) => task.taskId === taskId);
    actions.change(moved, { status }, `moved to ${statusNames[status]}`);
  };
  useMoves(move);

  const onCardKey = (event: KeyboardEvent, task: Task) => {
    const key = event.key === ' ' ? 'Space' : event.key;
    const run = lifted ? carrying(task, lifted)[key] : walking(task)[key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const walking = (task: Task): Record<string, () => void> => ({
    ArrowDown: () => go(0, 1),
    ArrowUp: () => go(0, -1),
    ArrowRight: () => go(1, 0),
    ArrowLeft: () => go(-1, 0),
    Space: () => {
      setLifted({ taskId: task.taskId, to: task.status });
      setSaid(`Picked up ${numberOf(task)}. Use the left and right arrows to move it, Space to drop it, Escape to cancel.`);
    },
  });
  const carrying = (task: Task, { to }: Lifted): Record<string, () => void> => {
    const carry = (by: number) => {
      const next = statuses[statuses.indexOf(to) + by];
      if (next === undefined) return;
      isFocusWanted.current = true;
      setLifted({ taskId: task.taskId, to: next });
      setSaid(`${numberOf(task)} over ${statusNames[next]}.`);
    };
    const layDown = () => {
      setLifted(undefined);
      isFocusWanted.current = true;
      move(task.taskId, to);
      setSaid(`Dropped ${numberOf(task)} in ${statusNames[to]}.`);
    };
    const putBack = () => {
      setLifted(undefined);
      isFocusWanted.current = true;
      setSaid(`Canceled. ${numberOf(task)} stays in ${statusNames[task.status]}.`);
    };
    return { ArrowRight: () => carry(1), ArrowLeft: () => carry(-1), Space: layDown, Enter: layDown, Escape: putBack };
  };

  useBindings('Tasks', [
    { keys: 'j', does: 'Next card', run: () => go(0, 1) },
    { keys: 'k', does: 'Previous card', run: () => go(0, -1) },
    { keys: 'l', does: 'Next column', run: () => go(1, 0) },
    { keys: 'h', does: 'Previous column', run: () => go(-1, 0) },
    { keys: 'Enter', does: 'Open card', run: () => active && onOpen(active) },
    { keys: 'x', does: 'Select card', run: () => activeId !== undefined && toggle(activeId), isForRows: true },
    ...actions.keys.map(({ keys, does, run }) => ({ keys, does, run: () => meant.length > 0 && run(meant), isForRows: true })),
    ...(selected.size > 0 ? [{ keys: 'Escape', does: 'Clear selection', run: () => setSelected(new Set()) }] : []),
  ]);

  return (
    <div className={styles.place}>
      <div className={styles.board} data-board role="region" aria-label="Board" tabIndex={tasks.length === 0 ? 0 : undefined}>
        {columns.map(({ status, cards }) => (
          <Column
            key={status}
            status={status}
            cards={cards}
            hasMore={isOpen({ status }) ? isCut.open : isCut.closed}
            assignees={assignees}
            activeId={activeId}
            isFocusWanted={isFocusWanted}
            liftedId={lifted?.taskId}
            openId={openId}
            selected={selected}
            onActive={setActiveId}
            onOpen={onOpen}
            onToggle={toggle}
            onKey={onCardKey}
            onEndNear={isOpen({ status }) ? undefined : onEndNear}
          />
        ))}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <SelectionBar selected={selectedTasks.length} onLeave={() => setSelected(new Set())}>
        <Selected tasks={selectedTasks} actions={actions} />
      </SelectionBar>
    </div>
  );
}

/** Shows a moved card at its target. */
function columnsOf(tasks: readonly Task[], lifted: Lifted | undefined): { status: Status; cards: Task[] }[] {
  const columns = new Map<Status, Task[]>(statuses.map((status) => [status, []]));
  for (const task of tasks) columns.get(task.taskId === lifted?.taskId ? lifted.to : task.status)?.push(task);
  return statuses.map((status) => ({ status, cards: columns.get(status) ?? [] }));
}

/** Cards that the pointer lets go over a column. */
function useMoves(move: (taskId: string, status: Status) => void): void {
  const latest = useRef(move);
  latest.current = move;
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const status = location.current.dropTargets[0]?.data.status as Status | undefined;
          if (status !== undefined) latest.current(source.data.taskId as string, status);
        },
      }),
    [],
  );
}
