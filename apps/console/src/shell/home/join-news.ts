import type { OutputOf } from '../../kernel/calls/call.ts';

type Part = OutputOf<'list_news'>;
export type News = Pick<Part, 'since' | 'until' | 'changed' | 'refused'>;
type Changed = News['changed'][number];
type Refused = News['refused'][number];

/** Joins parts: changes of an agent to an item, or its refusals, may continue in the next part. */
export function joinNews(parts: readonly Part[]): News {
  const [first] = parts;
  return {
    since: first?.since ?? 0,
    until: first?.until ?? 0,
    changed: join(
      parts.flatMap(({ changed }) => changed),
      ({ agent, item }) => `${agent.id} ${item.id}`,
      bothChanged,
    ),
    refused: join(
      parts.flatMap(({ refused }) => refused),
      ({ agent, tool, reason }) => `${agent.id} ${tool} ${reason}`,
      (one, other) => ({ ...one, calls: one.calls + other.calls }),
    ),
  };
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
