import { runGapMs } from '@gatehouse/domain';
import type { Changed } from './join-news.ts';

/** Minimum changed items of a run that are shown as one line. */
const fewestTogether = 4;

/** Changed items of one run of an agent. Home shows many items as one line. */
export interface ChangedInRun extends Pick<Changed, 'agent' | 'person' | 'run'> {
  items: Changed[];
  created: number;
  changed: number;
  at: number;
}

/** Groups changes by run, in the order of the given changes. */
export function groupChanged(all: readonly Changed[]): ChangedInRun[] {
  return [...Map.groupBy(all, ({ run }) => run).values()].map((items) => {
    const { agent, person, run } = items[0] as Changed;
    const created = items.filter(({ isNew }) => isNew).length;
    return { agent, person, run, items, created, changed: items.length - created, at: run.at };
  });
}

export const isMuch = ({ items }: ChangedInRun): boolean => items.length >= fewestTogether;

/**
 * Returns the earliest time from which the loaded news is complete. A run that began before it may have begun even earlier. Undefined if
 * everything is loaded.
 */
export function completeFrom(all: readonly Changed[], isCut: boolean): number | undefined {
  return isCut ? Math.min(...all.map(({ firstAt }) => firstAt)) + runGapMs : undefined;
}
