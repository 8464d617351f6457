import type { Changed } from './join-news.ts';
import { fewestTogether } from './task-makers.ts';

/** Changes by one agent to items, either one by one or, if there are many, as one line. */
export interface ChangedByAgent extends Pick<Changed, 'agent' | 'person'> {
  items: Changed[];
  created: number;
  changed: number;
  at: number;
}

/** By agent, the most recently active first. */
export function groupChanged(all: readonly Changed[]): ChangedByAgent[] {
  return [...Map.groupBy(all, ({ agent }) => agent.id).values()].map((items) => {
    const { agent, person } = items[0] as Changed;
    const created = items.filter(({ isNew }) => isNew).length;
    return { agent, person, items, created, changed: items.length - created, at: Math.max(...items.map(({ at }) => at)) };
  });
}

export const isMuch = ({ items }: ChangedByAgent): boolean => items.length >= fewestTogether;
