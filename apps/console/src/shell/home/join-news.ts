import { isSameRun } from '@gatehouse/domain';
import type { OutputOf } from '../../kernel/calls/call.ts';

type Part = OutputOf<'list_news'>;
export type News = Pick<Part, 'since' | 'until' | 'refused'> & { changed: Changed[] };
type Entry = Part['changed'][number];
/** Changes to one item in one run of an agent. */
type Changed = Entry & { run: Run };
type Refused = News['refused'][number];

/** Joins parts of the news. Runs, changes to an item and refusals can continue in the next part. */
export function joinNews(parts: readonly Part[]): News {
  const [first] = parts;
  return {
    since: first?.since ?? 0,
    until: first?.until ?? 0,
    changed: joinRuns(parts.flatMap(({ changed }) => changed)),
    refused: join(
      parts.flatMap(({ refused }) => refused),
      ({ agent, tool, reason }) => `${agent.id} ${tool} ${reason}`,
      (one, other) => ({ ...one, calls: one.calls + other.calls }),
    ),
  };
}

/** Period of an agent's work without a long pause. */
export interface Run {
  firstAt: number;
  at: number;
}

function joinRuns(entries: readonly Entry[]): Changed[] {
  return [...Map.groupBy(entries, ({ agent }) => agent.id).values()]
    .flatMap((ofAgent) => inRuns(ofAgent).flatMap((run) => join(run, ({ item }) => item.id, bothChanged)))
    .sort((one, other) => other.at - one.at);
}

/** Splits the entries of an agent into runs. */
function inRuns(entries: readonly Entry[]): Changed[][] {
  const runs: Changed[][] = [];
  let run: Run | undefined;
  for (const entry of entries.toSorted((one, other) => other.at - one.at)) {
    if (!run || !isSameRun(entry.at, run.firstAt)) {
      run = { firstAt: entry.firstAt, at: entry.at };
      runs.push([]);
    }
    run.firstAt = Math.min(run.firstAt, entry.firstAt);
    runs.at(-1)?.push({ ...entry, run });
  }
  return runs;
}

function join<One extends { at: number }>(all: readonly One[], keyOf: (one: One) => string, both: (one: One, other: One) => One): One[] {
  const found = new Map<string, One>();
  for (const one of all) {
    const before = found.get(keyOf(one));
    found.set(keyOf(one), before ? both(before, one) : one);
  }
  return [...found.values()].sort((one, other) => other.at - one.at);
}

function bothChanged(one: Changed, other: Changed): Changed {
  const numbers = (each: 'firstVersion' | 'lastVersion') => [one[each], other[each]].filter((number) => number !== null);
  const first = numbers('firstVersion');
  const last = numbers('lastVersion');
  return {
    ...one,
    isNew: one.isNew || other.isNew,
    versions: one.versions + other.versions,
    firstVersion: first.length > 0 ? Math.min(...first) : null,
    lastVersion: last.length > 0 ? Math.max(...last) : null,
    others: [...new Set([...one.others, ...other.others])],
    firstAt: Math.min(one.firstAt, other.firstAt),
    at: Math.max(one.at, other.at),
  };
}

export type { Changed, Refused };
