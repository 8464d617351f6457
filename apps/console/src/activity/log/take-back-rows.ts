import { agentToolTable, changesOrganization } from '@gatehouse/domain';
import type { Chosen } from '../../workspace/offers/search.ts';
import type { ActivityRow } from './filters.ts';

const types: ReadonlySet<string> = new Set(['doc', 'file', 'skill', 'task', 'folder']);

/** True if a call may have changed something with a history. Calls that change several things name none. */
export function canBeTakenBack({ outcome, tool, itemType }: Pick<ActivityRow, 'outcome' | 'tool' | 'itemType'>): boolean {
  return outcome === 'ok' && changesOrganization(tool) && (types.has(itemType ?? '') || Object.hasOwn(agentToolTable, tool));
}

type Made = Pick<ActivityRow, 'keyId' | 'agentId' | 'personId' | 'at' | 'durationMicros'>;

/** The log has the time when a call began, but its changes come later, and a clock may have been set in between. Milliseconds. */
const slackMs = 1000;

/** Author and time range of the selected calls, as narrow as possible. */
export function rangeOf(rows: readonly Made[]): Chosen {
  const ends = rows.map(({ at, durationMicros }) => at + Math.ceil(durationMicros / 1000) + slackMs);
  const range = { since: Math.min(...rows.map(({ at }) => at)), until: Math.max(...ends) };
  for (const name of ['keyId', 'agentId', 'personId'] as const) {
    const [id, another] = new Set(rows.map((row) => row[name]));
    if (id && another === undefined) return { [name]: id, ...range };
  }
  return range;
}
