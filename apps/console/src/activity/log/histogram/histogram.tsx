import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { codeInText } from '../../../kernel/words/code-words.ts';
import { numberSoFar } from '../../../kernel/words/count-words.ts';
import { exactTime } from '../../../kernel/words/time-words.ts';
import type { ActivityFilters } from '../filters.ts';
import { Bars } from './bars.tsx';
import styles from './histogram.module.css';
import { onlyPart, type Stacking, sayNone, stacksOf, totalsOf } from './stacks.ts';
import { useHistogram } from './use-histogram.ts';

export interface HistogramProps {
  filters: ActivityFilters;
  onRange: (since: number, until: number) => void;
  /** A kind of calls was chosen in the legend. */
  onFilter: (field: 'result' | 'entrance', value: string) => void;
}

/** Calls over time. Dragging over the chart filters the log to that range. */
export function Histogram({ filters, onRange, onFilter }: HistogramProps) {
  const [stacking, setStacking] = useState<Stacking>('outcome');
  const histogram = useHistogram(filters);
  if (!histogram) return null;
  const field = stacking === 'outcome' ? 'result' : 'entrance';
  const all = stacksOf(histogram, stacking);
  const chosen = filters[field];
  const stacks = chosen === undefined ? all : onlyPart(all, chosen);
  const totals = totalsOf(all, stacking).map(({ name, calls }) => ({
    name,
    words: `${numberSoFar(calls, histogram.countedTo < histogram.to)} ${codeInText(name)}`,
  }));
  const said = totals.length === 0 ? sayNone(histogram) : totals.map(({ words }) => words).join(', ');
  return (
    <section className={styles.histogram} aria-label="Calls over time">
      <Bars
        stacks={stacks}
        bucketMs={histogram.bucketMs}
        label={`Calls from ${exactTime(histogram.from)} to ${exactTime(histogram.to)}: ${said}`}
        onRange={onRange}
        legend={
          <>
            {totals.map(({ name, words }) => (
              <button
                key={name}
                type="button"
                className={styles.entry}
                aria-pressed={chosen === name}
                title={chosen === name ? 'Show all calls' : 'Show only these calls'}
                onClick={() => onFilter(field, name)}
              >
                <span className={styles.sample} data-part={name} aria-hidden="true" /> {words}
              </button>
            ))}
            {totals.length === 0 && <span>{said}</span>}
          </>
        }
        control={
          <SegmentedControl
            aria-label="Group by"
            value={stacking}
            onChange={setStacking}
            data={[
              { value: 'outcome', label: 'Outcome' },
              { value: 'entrance', label: 'Entrance' },
            ]}
          />
        }
      />
    </section>
  );
}
