import { agentToolTable, changesOrganization } from '@gatehouse/domain';
import type { Chosen } from '../../workspace/offers/search.ts';
import type { ActivityRow } from './filters.ts';

const types: ReadonlySet<string> = new Set(['doc', 'file', 'skill', 'task', 'folder']);

/** Whether a call may have changed what has a history: calls that change several things name none. */
export function canBeTakenBack({ outcome, tool, itemType }: Pick<ActivityRow, 'outcome' | 'tool' | 'itemType'>): boolean {
  return outcome === 'ok' && changesOrganization(tool) && (types.has(itemType ?? '') || Object.hasOwn(agentToolTable, tool));
}

type Made = Pick<ActivityRow, 'keyId' | 'agentId' | 'personId' | 'at'>;

/** Whose changes several calls stand for, as narrowly as it can be said, from the first of them to the last. */
export function rangeOf(rows: readonly Made[]): Chosen {
  const times = rows.map(({ at }) => at);
  const range = { since: Math.min(...times), until: Math.max(...times) };
  for (const name of ['keyId', 'agentId', 'personId'] as const) {
    const [id, another] = new Set(rows.map((row) => row[name]));
    if (id && another === undefined) return { [name]: id, ...range };
  }
  return range;
}
