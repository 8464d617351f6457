import { runGapMs } from '@gatehouse/domain';
import type { Changed } from './join-news.ts';
import { fewestTogether } from './task-makers.ts';

/** Changes in one run of an agent to items, either one by one or, if there are many, as one line. */
export interface ChangedInRun extends Pick<Changed, 'agent' | 'person' | 'run'> {
  items: Changed[];
  created: number;
  changed: number;
  at: number;
}

/** By run, the most recent first. */
export function groupChanged(all: readonly Changed[]): ChangedInRun[] {
  return [...Map.groupBy(all, ({ run }) => run).values()].map((items) => {
    const { agent, person, run } = items[0] as Changed;
    const created = items.filter(({ isNew }) => isNew).length;
    return { agent, person, run, items, created, changed: items.length - created, at: run.at };
  });
}

export const isMuch = ({ items }: ChangedInRun): boolean => items.length >= fewestTogether;

/**
 * Time before which the loaded news is not complete: a run that reaches it may have begun earlier. Undefined if everything is loaded.
 */
export function completeFrom(all: readonly Changed[], isCut: boolean): number | undefined {
  return isCut ? Math.min(...all.map(({ firstAt }) => firstAt)) + runGapMs : undefined;
}
