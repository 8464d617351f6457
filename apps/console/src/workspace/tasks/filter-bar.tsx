import { Button, Menu, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { Columns3, List, Plus } from '../../kernel/icons/icons.ts';
import { AddressText } from '../../kernel/list/address-text.tsx';
import { FilterChip } from '../../kernel/list/filter-chip.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { sentenceCase } from '../../kernel/words/code-words.ts';
import { countSoFar } from '../../kernel/words/count-words.ts';
import { statusNames } from '../../kernel/words/status-names.ts';
import { type TaskFilters, withFilter } from './filters.ts';
import { statuses } from './task.ts';
import styles from './tasks.module.css';
import type { Assignees } from './use-assignees.ts';

const dueNames = {
  overdue: 'overdue',
  today: 'today or earlier',
  week: 'within a week',
  none: 'no date',
};

const sourceNames = { agent: 'by an agent', manual: 'by a person' };

export interface FilterBarProps {
  filters: TaskFilters;
  assignees: Assignees;
  /** Number of tasks in the list. Undefined while it loads. */
  shown: number | undefined;
  /** True if more tasks exist than have loaded. */
  isCut: boolean;
  onChange: (filters: TaskFilters) => void;
}

/** View and filters of tasks, each filter with a button to remove it. */
export function FilterBar({ filters, assignees, shown, isCut, onChange }: FilterBarProps) {
  const { view, status, assignee, due, source, text, closed } = filters;
  const set = <Name extends keyof TaskFilters>(name: Name, value?: TaskFilters[Name]) => onChange(withFilter(filters, name, value));
  return (
    <div className={styles.bar}>
      <SegmentedControl
        aria-label="View"
        value={view ?? 'list'}
        onChange={(next) => set('view', next === 'board' ? 'board' : undefined)}
        data={[
          { value: 'list', label: <Shown icon={<List size={14} aria-hidden="true" />}>List</Shown> },
          { value: 'board', label: <Shown icon={<Columns3 size={14} aria-hidden="true" />}>Board</Shown> },
        ]}
      />
      <AddressText
        label="Title or number"
        placeholder="Title or number"
        className={styles.text}
        text={text ?? ''}
        onText={(next) => set('text', next === '' ? undefined : next)}
      />
      {status && <FilterChip name="status" value={statusNames[status].toLowerCase()} onRemove={() => set('status')} />}
      {assignee && <FilterChip name="assignee" value={assignees.get(assignee) ?? assignee} onRemove={() => set('assignee')} />}
      {due && <FilterChip name="due" value={dueNames[due]} onRemove={() => set('due')} />}
      {source && <FilterChip name="created" value={sourceNames[source]} onRemove={() => set('source')} />}
      <AddFilter filters={filters} assignees={assignees} set={set} />
      {view !== 'board' && (
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          aria-pressed={closed === true}
          data-pressed={closed || undefined}
          className={styles.toggle ?? ''}
          onClick={() => set('closed', closed ? undefined : true)}
        >
          Show closed
        </Button>
      )}
      <span className={styles.count} role="status">
        {shown !== undefined && countSoFar(shown, isCut, 'task')}
      </span>
    </div>
  );
}

function Shown({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className={styles.shown}>
      {icon}
      {children}
    </span>
  );
}

interface AddFilterProps {
  filters: TaskFilters;
  assignees: Assignees;
  set: <Name extends keyof TaskFilters>(name: Name, value: TaskFilters[Name]) => void;
}

/** Maximum people in the menu. Further people are in the search field of the page of people. */
const maxPeople = 20;

function AddFilter({ filters, assignees, set }: AddFilterProps) {
  return (
    <MenuButton title="Filter" icon={Plus} width={220}>
      <Menu.Label>Assignee</Menu.Label>
      {[['me', 'Me'], ['nobody', 'No one'], ...[...assignees].slice(0, maxPeople)].map(([value = '', name]) => (
        <Menu.Item key={value} onClick={() => set('assignee', value)}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Label>Due</Menu.Label>
      {entriesOf(dueNames).map(([value, name]) => (
        <Menu.Item key={value} onClick={() => set('due', value)}>
          {sentenceCase(name)}
        </Menu.Item>
      ))}
      {filters.view !== 'board' && (
        <>
          <Menu.Label>Status</Menu.Label>
          {statuses.map((value) => (
            <Menu.Item key={value} onClick={() => set('status', value)}>
              {statusNames[value]}
            </Menu.Item>
          ))}
        </>
      )}
      <Menu.Label>Created</Menu.Label>
      {entriesOf(sourceNames).map(([value, name]) => (
        <Menu.Item key={value} onClick={() => set('source', value)}>
          {sentenceCase(name)}
        </Menu.Item>
      ))}
    </MenuButton>
  );
}

const entriesOf = <Name extends string>(names: Record<Name, string>) => Object.entries(names) as [Name, string][];
