import { dayMs, hourMs } from '@gatehouse/domain';
import { Button, Menu, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { Clock, Plus } from '../../kernel/icons/icons.ts';
import { FilterChip } from '../../kernel/list/filter-chip.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { useFollowing } from '../../kernel/live/use-changes.ts';
import type { Names } from '../../kernel/session/use-names.ts';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { sentenceCase } from '../../kernel/words/code-words.ts';
import { count } from '../../kernel/words/count-words.ts';
import { exactSecond } from '../../kernel/words/time-words.ts';
import styles from './activity.module.css';
import { ExportMenu } from './export-menu.tsx';
import { filterOffers, keyOf, type Offer } from './filter-offers.ts';
import { fieldNames, valueWords } from './filter-words.ts';
import { type ActivityFilters, type Callers, callers, type Field, fields, readLeftOut, withoutLeftOut } from './filters.ts';

const followingStates = { connecting: 'Connecting…', live: 'Live', lost: 'Reconnecting…' };

export interface FilterBarProps {
  filters: ActivityFilters & { by: Callers };
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
      <SegmentedControl
        aria-label="Calls by"
        value={filters.by}
        onChange={(by) => onChange({ ...filters, by })}
        data={callers.map((by) => ({ value: by, label: sentenceCase(by) }))}
      />
      {fields.map((field) => {
        const value = filters[field];
        return value === undefined ? null : (
          <FilterChip
            key={field}
            name={sentenceCase(fieldNames[field])}
            value={shownValue(field, value, names)}
            onRemove={() => without(field)}
          />
        );
      })}
      {filters.not?.map((entry) => {
        const left = readLeftOut(entry);
        return left === undefined ? null : (
          <FilterChip
            key={entry}
            name={`Not ${fieldNames[left.field]}`}
            value={shownValue(left.field, left.value, names)}
            onRemove={() => onChange(withoutLeftOut(filters, entry))}
          />
        );
      })}
      {filters.since !== undefined && <FilterChip name="From" value={exactSecond(filters.since)} onRemove={() => without('since')} />}
      {filters.until !== undefined && <FilterChip name="Until" value={exactSecond(filters.until)} onRemove={() => without('until')} />}
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
  return known?.(value) ?? valueWords(field, value);
}

/** Adds a filter for a known value or for the typed text. Most filters come from a click on a value in a row. */
function AddFilter({ taken, names, onAdd }: { taken: ActivityFilters; names: Names; onAdd: (field: Field, value: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const leave = () => {
    setOpen(false);
    setText('');
  };
  if (!isOpen)
    return (
      <Button variant="subtle" color="gray" c="inherit" leftSection={<Plus size={14} />} onClick={() => setOpen(true)}>
        Filter
      </Button>
    );
  const offers = filterOffers(text, taken, names.choices);
  const choose = (offer: Offer | undefined) => {
    if (offer) onAdd(offer.field, offer.value);
    leave();
  };
  return (
    <span
      onKeyDownCapture={(event) => {
        // Enter takes the best match if no option was selected with the arrow keys.
        if (event.key !== 'Enter' || text === '' || document.querySelector('[data-combobox-selected]')) return;
        event.preventDefault();
        event.stopPropagation();
        choose(offers[0]);
      }}
    >
      <Select
        aria-label="Filter calls"
        placeholder="writer, edit_doc, failed…"
        searchable
        autoFocus
        defaultDropdownOpened
        comboboxProps={{ width: 260, position: 'bottom-start' }}
        searchValue={text}
        onSearchChange={setText}
        filter={({ options }) => options}
        data={offers.map((offer) => ({ value: keyOf(offer), label: offer.label }))}
        onChange={(chosen) => choose(offers.find((one) => keyOf(one) === chosen))}
        onBlur={leave}
      />
    </span>
  );
}
