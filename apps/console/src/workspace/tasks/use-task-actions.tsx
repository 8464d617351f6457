import { Modal } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Choices } from '../../kernel/layout/choices.tsx';
import palette from '../../kernel/layout/palette.module.css';
import type { RowKey } from '../../kernel/list/list.tsx';
import { useAccount } from '../../kernel/membership/membership.ts';
import { count } from '../../kernel/words/count-words.ts';
import { statusNames } from '../../kernel/words/status-names.ts';
import { dayFrom, readDay } from '../due/due.ts';
import { dueWords } from '../due/due-words.ts';
import { type ChangeTasks, type TaskChange, useChangeTasks } from './change-tasks.ts';
import { Assignee, StatusSign } from './signs.tsx';
import { numberOf, statuses, statusKeys, type Task } from './task.ts';
import type { Assignees } from './use-assignees.ts';

const movedTo = (status: string) => `moved to ${status}`;

export interface TaskActions {
  /** Key bindings of tasks. */
  keys: readonly RowKey<Task>[];
  change: ChangeTasks;
  /** Asks what to change in these tasks. */
  ask: (what: Asked, tasks: readonly Task[]) => void;
  /** Element for the open question. */
  question: ReactNode;
}

export type Asked = 'status' | 'assignee' | 'due';

/** Actions on one task or many, by keys and by buttons. */
export function useTaskActions(assignees: Assignees): TaskActions {
  const { account } = useAccount();
  const change = useChangeTasks();
  const [asked, setAsked] = useState<{ what: Asked; tasks: readonly Task[] }>();
  const keys = useMemo(
    (): RowKey<Task>[] => [
      ...statuses.map((status) => ({
        keys: statusKeys[status],
        does: `Move to ${statusNames[status]}`,
        run: (tasks: Task[]) => change(tasks, { status }, movedTo(statusNames[status])),
      })),
      { keys: 'i', does: 'Assign to me', run: (tasks) => change(tasks, { assignee: account.email }, 'assigned to you') },
      { keys: 'a', does: 'Assign to…', run: (tasks) => setAsked({ what: 'assignee', tasks }) },
      { keys: 'u', does: 'Due date…', run: (tasks) => setAsked({ what: 'due', tasks }) },
    ],
    [change, account.email],
  );
  return {
    keys,
    change,
    ask: (what, tasks) => setAsked({ what, tasks }),
    question: (
      <Modal.Root
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        size={420}
        yOffset="12vh"
        classNames={{ content: palette.content ?? '' }}
      >
        <Modal.Overlay backgroundOpacity={0.25} />
        <Modal.Content aria-label="Change tasks">
          {asked && (
            <Question
              {...asked}
              assignees={assignees}
              onChoose={({ change: wanted, said }) => {
                setAsked(undefined);
                change(asked.tasks, wanted, said);
              }}
            />
          )}
        </Modal.Content>
      </Modal.Root>
    ),
  };
}

interface Answer {
  id: string;
  /** Name that the search matches. */
  name: string;
  shown: ReactNode;
  change: TaskChange;
  said: string;
}

interface QuestionProps {
  what: Asked;
  tasks: readonly Task[];
  assignees: Assignees;
  onChoose: (answer: Answer) => void;
}

function Question({ what, tasks, assignees, onChoose }: QuestionProps) {
  const { account } = useAccount();
  const [text, setText] = useState('');
  const subject = tasks.length === 1 ? numberOf(tasks[0] as Task) : count(tasks.length, 'task');
  const answers = what === 'assignee' ? peopleOf(assignees, account.email) : what === 'due' ? daysOf(text) : statusAnswers;
  const wanted = text.trim().toLowerCase();
  const found = answers.filter(({ id, name }) => name.toLowerCase().includes(wanted) || id === wanted);
  const labels = {
    status: `Status of ${subject}`,
    assignee: `Assign ${subject} to…`,
    due: `Due date of ${subject}, or a date such as 2026-12-31`,
  };
  return (
    <Choices
      label={labels[what]}
      text={text}
      onText={setText}
      choices={found.slice(0, maxShown)}
      onChoose={onChoose}
      show={({ shown }) => shown}
      nothing={what === 'due' ? 'Enter a date such as 2026-12-31.' : `No one matches “${text}”.`}
    />
  );
}

const maxShown = 50;

const statusAnswers: readonly Answer[] = statuses.map((status) => ({
  id: status,
  name: statusNames[status],
  shown: <StatusSign status={status} isNamed />,
  change: { status },
  said: movedTo(statusNames[status]),
}));

function peopleOf(assignees: Assignees, me: string): Answer[] {
  const others = [...assignees].filter(([email]) => email !== me);
  return [
    ...[[me, assignees.get(me) ?? me] as const, ...others].map(([email, name]) => ({
      id: email,
      name: `${name} ${email}${email === me ? ` ${'me'}` : ''}`,
      shown: (
        <>
          <Assignee email={email} name={name} />
          {email === me && ` ${'(you)'}`}
        </>
      ),
      change: { assignee: email },
      said: `assigned to ${email === me ? 'you' : name}`,
    })),
    { id: 'nobody', name: 'No one', shown: 'No one', change: { assignee: null }, said: 'unassigned' },
  ];
}

const days: [name: string, days: number][] = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['In 3 days', 3],
  ['In a week', 7],
  ['In two weeks', 14],
  ['In a month', 30],
];

function daysOf(text: string): Answer[] {
  const now = Date.now();
  const answer = (name: string, dueAt: number): Answer => ({
    id: new Date(dueAt).toISOString().slice(0, 10),
    name,
    shown: `${name} · ${new Date(dueAt).toISOString().slice(0, 10)}`,
    change: { dueAt },
    said: `is due ${dueWords(dueAt, now)}`,
  });
  const typed = readDay(text.trim());
  if (typed !== undefined) return [answer(text.trim(), typed)];
  return [
    ...days.map(([name, later]) => answer(name, dayFrom(now, later))),
    { id: 'none', name: 'No date', shown: 'No date', change: { dueAt: null }, said: 'no longer has a due date' },
  ];
}
