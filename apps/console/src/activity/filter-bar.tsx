import { Button, Menu, Select, TextInput } from '@mantine/core';
import { Clock, Plus } from 'lucide-react';
import { useState } from 'react';
import { useIsLive } from '../calls/use-changes.ts';
import { FilterChip } from '../list/filter-chip.tsx';
import { MenuButton } from '../list/menu-button.tsx';
import { StateDot } from '../signs/state-dot.tsx';
import { number } from '../words/count-words.ts';
import { exactSecond } from '../words/time-words.ts';
import styles from './activity.module.css';
import { ExportMenu } from './export-menu.tsx';
import { type ActivityFilters, type Field, fieldNames, fields, outcomes, readLeftOut, results, withoutLeftOut } from './filters.ts';
import type { Names } from './use-names.ts';

export interface FilterBarProps {
  filters: ActivityFilters;
  names: Names;
  onChange: (filters: ActivityFilters) => void;
  isLive: boolean;
  onLive: (isLive: boolean) => void;
  /** How many calls came since the rows are held still. */
  waiting: number;
  onRelease: () => void;
}

/** What the log is narrowed to, each with its way out. */
export function FilterBar({ filters, names, onChange, isLive, onLive, waiting, onRelease }: FilterBarProps) {
  const isFollowing = useIsLive();
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
            {waiting === 1 ? '1 new call' : `${number(waiting)} new calls`}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          aria-pressed={isLive}
          onClick={() => onLive(!isLive)}
          leftSection={<StateDot state={isLive && isFollowing ? 'on' : 'off'} />}
        >
          {isLive ? (isFollowing ? 'Live' : 'Reconnecting…') : 'Paused'}
        </Button>
      </span>
    </div>
  );
}

function withoutTime({ since: _since, until: _until, ...filters }: ActivityFilters): ActivityFilters {
  return filters;
}

const hourMs = 60 * 60_000;
const times = [
  { title: 'Last hour', ms: hourMs },
  { title: 'Last 24 hours', ms: 24 * hourMs },
  { title: 'Last 7 days', ms: 7 * 24 * hourMs },
  { title: 'Last 30 days', ms: 30 * 24 * hourMs },
];

/** The times that are asked for most. Others come from the chart, or from a row. */
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

/** Of a field with few values one is picked; the others are typed. Most filters come from a click on a value in a row. */
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
