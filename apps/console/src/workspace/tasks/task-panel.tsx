import { maxTaskNotes, maxTaskTitle } from '@gatehouse/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fact, Facts, Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { Identifier } from '../../kernel/signs/identifier.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { statusNames } from '../../kernel/words/status-names.ts';
import { CommentList } from '../comments/comment-list.tsx';
import { dayOf, readDay } from '../due/due.ts';
import { dueWords } from '../due/due-words.ts';
import { Changes } from '../history/changes.tsx';
import type { ChangeTasks, TaskChange } from './change-tasks.ts';
import { EditedText } from './edited-text.tsx';
import { SourceSign, StatusSign } from './signs.tsx';
import { numberOf, type Status, statuses, type Task } from './task.ts';
import styles from './tasks.module.css';
import type { Assignees } from './use-assignees.ts';

export interface TaskPanelProps {
  taskId: string;
  /** Undefined if it is not among the loaded tasks: an address can name any task. */
  task: Task | undefined;
  assignees: Assignees;
  change: ChangeTasks;
  /** Comment named in the address. */
  comment: string | undefined;
  onClose: () => void;
}

/** All fields of a task, edited in place. */
export function TaskPanel({ taskId, task, comment, assignees, change, onClose }: TaskPanelProps) {
  const { orgId } = useMembership();
  const asked = useQuery({ ...toolQuery(orgId, 'read_task', { taskId }), enabled: task === undefined });
  const known = task ?? asked.data;
  if (!known)
    return (
      <SidePanel title="Task" onClose={onClose}>
        {asked.error && <Failed error={asked.error} />}
      </SidePanel>
    );
  return (
    <SidePanel title={<Title task={known} />} onClose={onClose}>
      <div className={styles.texts}>
        <EditedText
          label="Title"
          text={known.title}
          maxLength={maxTaskTitle}
          isTitle
          onChange={(title) => change([known], { title }, 'renamed')}
        />
        <EditedText
          label="Notes"
          text={known.notes ?? ''}
          maxLength={maxTaskNotes}
          placeholder="Add notes…"
          onChange={(notes) => change([known], { notes: notes === '' ? null : notes }, 'notes changed')}
        />
      </div>
      <Section title="Task">
        <Facts>
          {Object.entries(fields).map(([column, { name, Field }]) => (
            <Fact key={column} name={name}>
              <Field task={known} assignees={assignees} change={change} />
            </Fact>
          ))}
          <Fact name="Created">
            <span className={styles.made}>
              <Time at={known.createdAt} /> <SourceSign source={known.source} />
            </span>
          </Fact>
          <Fact name="Updated">
            <Time at={known.updatedAt} />
          </Fact>
          <Fact name="Identifier">
            <Identifier id={known.taskId} />
          </Fact>
        </Facts>
      </Section>
      <Section title="Comments">
        <CommentList subject={{ taskId }} canResolve chosen={comment} />
      </Section>
      <Changes subject={{ taskId }} />
    </SidePanel>
  );
}

function Title({ task }: { task: Task }) {
  return (
    <span className={styles.made}>
      <StatusSign status={task.status} /> {numberOf(task)}
    </span>
  );
}

/** Fields of a task that can be changed, except its texts, which are shown above. */
const fields: Record<Exclude<keyof TaskChange, 'title' | 'notes'>, { name: string; Field: ComponentType<FieldProps> }> = {
  status: { name: 'Status', Field: StatusField },
  assignee: { name: 'Assignee', Field: AssigneeField },
  dueAt: { name: 'Due', Field: DueField },
};

interface FieldProps {
  task: Task;
  assignees: Assignees;
  change: ChangeTasks;
}

function StatusField({ task, change }: FieldProps) {
  return (
    <Select
      aria-label="Status"
      value={task.status}
      data={statuses.map((value) => ({ value, label: statusNames[value] }))}
      onChange={(value) => value && change([task], { status: value as Status }, `moved to ${statusNames[value as Status]}`)}
    />
  );
}

const nobody = 'nobody';

function AssigneeField({ task, assignees, change }: FieldProps) {
  const { account } = useAccount();
  // People who left keep their tasks.
  const left = task.assignee !== null && !assignees.has(task.assignee) ? [{ value: task.assignee, label: task.assignee }] : [];
  const data = [{ value: nobody, label: 'No one' }, ...left, ...[...assignees].map(([value, label]) => ({ value, label }))];
  return (
    <span className={styles.field}>
      <Select
        aria-label="Assignee"
        searchable
        value={task.assignee ?? nobody}
        data={data}
        onChange={(value) => {
          if (value === null) return;
          change(
            [task],
            { assignee: value === nobody ? null : value },
            value === nobody ? 'unassigned' : `assigned to ${assignees.get(value) ?? value}`,
          );
        }}
      />
      {task.assignee !== account.email && (
        <Button variant="subtle" size="compact-xs" onClick={() => change([task], { assignee: account.email }, 'assigned to you')}>
          Assign to me
        </Button>
      )}
    </span>
  );
}

function DueField({ task, change }: FieldProps) {
  return (
    <span className={styles.field}>
      <TextInput
        type="date"
        aria-label="Due"
        value={task.dueAt === null ? '' : dayOf(task.dueAt)}
        onChange={({ currentTarget: { value } }) => {
          const dueAt = value === '' ? null : readDay(value);
          // Years that are typed begin with noughts.
          if (dueAt === undefined || (dueAt !== null && dueAt < Date.UTC(2000, 0))) return;
          change([task], { dueAt }, dueAt === null ? 'no longer has a due date' : `is due ${dueWords(dueAt, Date.now())}`);
        }}
      />
      {task.dueAt !== null && (
        <Button variant="subtle" size="compact-xs" onClick={() => change([task], { dueAt: null }, 'no longer has a due date')}>
          Clear
        </Button>
      )}
    </span>
  );
}
