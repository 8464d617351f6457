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
import { dayOf, readDay } from '../due/due.ts';
import { dueWords } from '../due/due-words.ts';
import { Changes } from '../history/changes.tsx';
import { statusNames, taskPanel as strings } from '../strings.ts';
import type { ChangeTasks, TaskChange } from './change-tasks.ts';
import { EditedText } from './edited-text.tsx';
import { SourceSign, StatusSign } from './signs.tsx';
import { numberOf, type Status, statuses, type Task } from './task.ts';
import styles from './tasks.module.css';
import type { Assignees } from './use-assignees.ts';

export interface TaskPanelProps {
  taskId: string;
  /** Undefined where it is not among those that are here: an address may name any. */
  task: Task | undefined;
  assignees: Assignees;
  change: ChangeTasks;
  onClose: () => void;
}

/** A task with all that is known of it: everything is changed where it stands. */
export function TaskPanel({ taskId, task, assignees, change, onClose }: TaskPanelProps) {
  const { orgId } = useMembership();
  const asked = useQuery({ ...toolQuery(orgId, 'read_task', { taskId }), enabled: task === undefined });
  const known = task ?? asked.data;
  if (!known)
    return (
      <SidePanel title={strings.task} onClose={onClose}>
        {asked.error && <Failed error={asked.error} />}
      </SidePanel>
    );
  return (
    <SidePanel title={<Title task={known} />} onClose={onClose}>
      <div className={styles.texts}>
        <EditedText
          label={strings.title}
          text={known.title}
          maxLength={maxTaskTitle}
          isTitle
          onChange={(title) => change([known], { title }, 'renamed')}
        />
        <EditedText
          label={strings.notes}
          text={known.notes ?? ''}
          maxLength={maxTaskNotes}
          placeholder={strings.addNotes}
          onChange={(notes) => change([known], { notes: notes === '' ? null : notes }, strings.notesChanged)}
        />
      </div>
      <Section title={strings.task}>
        <Facts>
          {Object.entries(fields).map(([column, { name, Field }]) => (
            <Fact key={column} name={name}>
              <Field task={known} assignees={assignees} change={change} />
            </Fact>
          ))}
          <Fact name={strings.created}>
            <span className={styles.made}>
              <Time at={known.createdAt} /> <SourceSign source={known.source} />
            </span>
          </Fact>
          <Fact name={strings.updated}>
            <Time at={known.updatedAt} />
          </Fact>
          <Fact name={strings.identifier}>
            <Identifier id={known.taskId} />
          </Fact>
        </Facts>
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

/** Whatever of a task can be changed, but for its texts, which stand above. */
const fields: Record<Exclude<keyof TaskChange, 'title' | 'notes'>, { name: string; Field: ComponentType<FieldProps> }> = {
  status: { name: strings.status, Field: StatusField },
  assignee: { name: strings.assignee, Field: AssigneeField },
  dueAt: { name: strings.due, Field: DueField },
};

interface FieldProps {
  task: Task;
  assignees: Assignees;
  change: ChangeTasks;
}

function StatusField({ task, change }: FieldProps) {
  return (
    <Select
      aria-label={strings.status}
      value={task.status}
      data={statuses.map((value) => ({ value, label: statusNames[value] }))}
      onChange={(value) => value && change([task], { status: value as Status }, strings.movedTo(statusNames[value as Status]))}
    />
  );
}

const nobody = 'nobody';

function AssigneeField({ task, assignees, change }: FieldProps) {
  const { account } = useAccount();
  // People who left keep their tasks.
  const left = task.assignee !== null && !assignees.has(task.assignee) ? [{ value: task.assignee, label: task.assignee }] : [];
  const data = [{ value: nobody, label: strings.noOne }, ...left, ...[...assignees].map(([value, label]) => ({ value, label }))];
  return (
    <span className={styles.field}>
      <Select
        aria-label={strings.assignee}
        searchable
        value={task.assignee ?? nobody}
        data={data}
        onChange={(value) => {
          if (value === null) return;
          change(
            [task],
            { assignee: value === nobody ? null : value },
            value === nobody ? 'unassigned' : strings.assignedTo(assignees.get(value) ?? value),
          );
        }}
      />
      {task.assignee !== account.email && (
        <Button variant="subtle" size="compact-xs" onClick={() => change([task], { assignee: account.email }, strings.assignedToYou)}>
          {strings.assignToMe}
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
        aria-label={strings.due}
        value={task.dueAt === null ? '' : dayOf(task.dueAt)}
        onChange={({ currentTarget: { value } }) => {
          const dueAt = value === '' ? null : readDay(value);
          // Years that are typed begin with noughts.
          if (dueAt === undefined || (dueAt !== null && dueAt < Date.UTC(2000, 0))) return;
          change([task], { dueAt }, dueAt === null ? strings.noLongerHasDueDate : strings.isDue(dueWords(dueAt, Date.now())));
        }}
      />
      {task.dueAt !== null && (
        <Button variant="subtle" size="compact-xs" onClick={() => change([task], { dueAt: null }, strings.noLongerHasDueDate)}>
          {strings.clear}
        </Button>
      )}
    </span>
  );
}
