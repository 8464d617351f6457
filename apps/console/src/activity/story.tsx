import { ActionIcon } from '@mantine/core';
import { Filter } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fact, Facts, Section, SidePanel } from '../frame/side-panel.tsx';
import { Entrance } from '../signs/entrance.tsx';
import { Identifier } from '../signs/identifier.tsx';
import { number } from '../words/count-words.ts';
import { duration, exactTime } from '../words/time-words.ts';
import styles from './activity.module.css';
import { Outcome, Who } from './activity-columns.tsx';
import { type ActivityFilters, type ActivityRow, type Field, fieldNames } from './filters.ts';
import type { Names } from './use-names.ts';

export interface StoryProps {
  row: ActivityRow;
  names: Names;
  filters: ActivityFilters;
  onFilter: (filters: ActivityFilters) => void;
  onClose: () => void;
}

/** Everything that is known of one call: who, with which key, from where, what about, how long, and what stood behind it. */
export function Story({ row, names, filters, onFilter, onClose }: StoryProps) {
  const value = (field: Field, shown: ReactNode) => (
    <Value field={field} value={row[field]} filters={filters} onFilter={onFilter}>
      {shown}
    </Value>
  );
  return (
    <SidePanel title={row.serviceTool ?? row.tool} onClose={onClose}>
      <Section title="Call">
        <Facts>
          <Fact name="Time">{exactTime(row.at)}</Fact>
          <Fact name="Tool">{value('tool', row.tool)}</Fact>
          <Fact name="Outcome">{value('outcome', <Outcome row={row} />)}</Fact>
          <Fact name="Took">{duration(row.durationMicros)}</Fact>
          <Fact name="Sizes">
            {number(row.argumentBytes)} bytes in, {number(row.resultBytes)} out
          </Fact>
        </Facts>
      </Section>
      <Section title="Who">
        <Facts>
          <Fact name={row.agentId === null ? 'Person' : 'Agent'}>
            {value(row.agentId === null ? 'personId' : 'agentId', <Who row={row} names={names} />)}
          </Fact>
          {row.agentId !== null && <Fact name="Works for">{value('personId', names.person(row.personId) ?? 'a removed person')}</Fact>}
          {row.keyId !== null && <Fact name="Key">{value('keyId', names.key(row.keyId) ?? <Identifier id={row.keyId} />)}</Fact>}
          {row.agentName !== null && <Fact name="Calls itself">{row.agentName}</Fact>}
          <Fact name="Entrance">{value('entrance', <Entrance entrance={row.entrance} />)}</Fact>
          {row.sdk !== null && <Fact name="SDK">{row.sdk}</Fact>}
          {row.client !== null && row.client !== row.sdk && <Fact name="Client">{row.client}</Fact>}
        </Facts>
      </Section>
      {(row.itemId !== null || row.connectionId !== null) && (
        <Section title="About">
          <Facts>
            {row.itemId !== null && (
              <Fact name={sentenceCase(row.itemType ?? 'item')}>{value('itemId', <Identifier id={row.itemId} />)}</Fact>
            )}
            {row.service !== null && <Fact name="Service">{row.service}</Fact>}
            {row.connectionId !== null && (
              <Fact name="Connection">
                <Identifier id={row.connectionId} />
              </Fact>
            )}
            {row.serviceMicros !== null && <Fact name="It took">{duration(row.serviceMicros)}</Fact>}
          </Facts>
        </Section>
      )}
      <Section title="Trace">
        <Facts>
          <Fact name="Request">
            <Identifier id={row.requestId} />
          </Fact>
          {row.traceId !== null && (
            <Fact name="Trace">
              <Identifier id={row.traceId} />
            </Fact>
          )}
        </Facts>
      </Section>
    </SidePanel>
  );
}

/** A value, with the way to keep only rows that have it. */
function Value({ field, value, filters, onFilter, children }: ValueProps) {
  const isKept = filters[field] !== undefined;
  return (
    <span className={styles.value}>
      {children}
      {value !== null && !isKept && (
        <ActionIcon
          size={24}
          aria-label={`Keep only this ${fieldNames[field]}`}
          title={`Keep only this ${fieldNames[field]}`}
          onClick={() => onFilter({ ...filters, [field]: value })}
        >
          <Filter size={12} />
        </ActionIcon>
      )}
    </span>
  );
}

interface ValueProps {
  field: Field;
  value: string | null;
  filters: ActivityFilters;
  onFilter: (filters: ActivityFilters) => void;
  children: ReactNode;
}

function sentenceCase(word: string): string {
  return `${word[0]?.toUpperCase() ?? ''}${word.slice(1)}`;
}
