import { dayMs, hourMs } from '@gatehouse/domain';
import { Button, Menu, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Clock, Plus } from '../../kernel/icons/icons.ts';
import { FilterChip } from '../../kernel/list/filter-chip.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { useFollowing } from '../../kernel/live/use-changes.ts';
import type { Names } from '../../kernel/session/use-names.ts';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { exactSecond } from '../../kernel/words/time-words.ts';
import styles from './activity.module.css';
import { ExportMenu } from './export-menu.tsx';
import { fieldNames } from './field-names.ts';
import { type ActivityFilters, type Field, fields, outcomes, readLeftOut, results, withoutLeftOut } from './filters.ts';

const followingStates = { connecting: 'Connecting…', live: 'Live', lost: 'Reconnecting…' };

export interface FilterBarProps {
  filters: ActivityFilters;
  names: Names;
  onChange: (filters: ActivityFilters) => void;
  isLive: boolean;
  onLive: (isLive: boolean) => void;
  /** Number of calls that arrived while the rows are held still. */
  waiting: number;
  onRelease: () => void;
}

/** Filters of the log, each with a button to remove it. */
export function FilterBar({ filters, names, onChange, isLive, onLive, waiting, onRelease }: FilterBarProps) {
  const following = useFollowing();
  const without = (name: keyof ActivityFilters) => {
    const { [name]: _, ...rest } = filters;
    onChange(rest);
  };
  return (
    <div className={styles.bar}>
      {fields.map((field) => {
        const value = filters[field];
        return value === undefined ? null : (
          <FilterChip key={field} name={fieldNames[field]} value={shownValue(field, value, names)} onRemove={() => without(field)} />
        );
      })}
      {filters.not?.map((entry) => {
        const left = readLeftOut(entry);
        return left === undefined ? null : (
          <FilterChip
            key={entry}
            name={`not ${fieldNames[left.field]}`}
            value={shownValue(left.field, left.value, names)}
            onRemove={() => onChange(withoutLeftOut(filters, entry))}
          />
        );
      })}
      {filters.since !== undefined && <FilterChip name="from" value={exactSecond(filters.since)} onRemove={() => without('since')} />}
      {filters.until !== undefined && <FilterChip name="until" value={exactSecond(filters.until)} onRemove={() => without('until')} />}
      <AddFilter taken={filters} names={names} onAdd={(field, value) => onChange({ ...filters, [field]: value })} />
      <TimeMenu onChoose={(since) => onChange(since === undefined ? withoutTime(filters) : { ...withoutTime(filters), since })} />
      <span className={styles.live}>
        <ExportMenu filters={filters} />
        {waiting > 0 && (
          <Button variant="light" onClick={onRelease}>
            {count(waiting, 'new call')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          aria-pressed={isLive}
          onClick={() => onLive(!isLive)}
          leftSection={<StateDot state={isLive && following === 'live' ? 'on' : 'off'} />}
        >
          {isLive ? followingStates[following] : 'Paused'}
        </Button>
      </span>
    </div>
  );
}

function withoutTime({ since: _since, until: _until, ...filters }: ActivityFilters): ActivityFilters {
  return filters;
}

const times = [
  { title: 'Last hour', ms: hourMs },
  { title: 'Last 24 hours', ms: 24 * hourMs },
  { title: 'Last 7 days', ms: 7 * dayMs },
  { title: 'Last 30 days', ms: 30 * dayMs },
];

/** Menu of the most common times. Other times come from the chart, or from a row. */
function TimeMenu({ onChoose }: { onChoose: (since: number | undefined) => void }) {
  return (
    <MenuButton title="Time" icon={Clock} width={160}>
      {times.map(({ title, ms }) => (
        <Menu.Item key={title} onClick={() => onChoose(Date.now() - ms)}>
          {title}
        </Menu.Item>
      ))}
      <Menu.Item onClick={() => onChoose(undefined)}>All</Menu.Item>
    </MenuButton>
  );
}

function shownValue(field: Field, value: string, names: Names): string {
  const known = { personId: names.person, agentId: names.agent, keyId: names.key }[field as 'personId' | 'agentId' | 'keyId'];
  return known?.(value) ?? value;
}

/** Adds a filter: fields with few values have a menu, others are typed. Most filters come from a click on a value in a row. */
function AddFilter({ taken, names, onAdd }: { taken: ActivityFilters; names: Names; onAdd: (field: Field, value: string) => void }) {
  const [typing, setTyping] = useState<Field>();
  const choices = typing && names.choices[typing];
  if (typing && choices)
    return (
      <Select
        aria-label={fieldNames[typing]}
        placeholder={`${fieldNames[typing]} is…`}
        searchable
        autoFocus
        defaultDropdownOpened
        data={choices.map(([value, label]) => ({ value, label }))}
        onChange={(value) => {
          if (value !== null) onAdd(typing, value);
          setTyping(undefined);
        }}
        onBlur={() => setTyping(undefined)}
      />
    );
  if (typing)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const value = new FormData(event.currentTarget).get('value');
          if (typeof value === 'string' && value.trim() !== '') onAdd(typing, value.trim());
          setTyping(undefined);
        }}
      >
        <TextInput
          name="value"
          aria-label={fieldNames[typing]}
          placeholder={`${fieldNames[typing]} is…`}
          autoFocus
          onBlur={() => setTyping(undefined)}
          onKeyDown={(event) => event.key === 'Escape' && setTyping(undefined)}
        />
      </form>
    );
  return (
    <MenuButton title="Filter" icon={Plus} width={180}>
      {fields
        .filter((field) => taken[field] === undefined)
        .map((field) =>
          field in values ? (
            values[field as keyof typeof values].map((value) => (
              <Menu.Item key={`${field} ${value}`} onClick={() => onAdd(field, value)}>
                <span className={styles.dim}>{fieldNames[field]}</span> {value}
              </Menu.Item>
            ))
          ) : (
            <Menu.Item key={field} onClick={() => setTyping(field)}>
              {fieldNames[field]}…
            </Menu.Item>
          ),
        )}
    </MenuButton>
  );
}

const values = { entrance: ['http', 'mcp', 'console', 'cli'], outcome: outcomes, result: [...results] };
