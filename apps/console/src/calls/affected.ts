import type { LoggedCall } from './change-stream.ts';

/** What must be asked again after a change of something, by what was changed. */
const affected: Record<string, string[]> = {
  agent: ['list_agents', 'list_keys'],
  key: ['list_agents', 'list_keys'],
  person: ['list_people', 'list_invitations', 'list_agents'],
  invitation: ['list_invitations'],
  doc: ['list_trash'],
  file: ['list_trash'],
  skill: ['list_trash'],
};

const readers = /^(list|find|read|search|whoami|grep|export|explain|test|my)(_|$)/;

/** Pages hold fewer rows that came live, and have gaps in what they asked for before. */
const mostAtOnce = 500;

/** The tools whose answers may be others after these calls: all of them after many that were missed. */
export function affectedBy(calls: readonly LoggedCall[]): 'all' | ReadonlySet<string> {
  if (calls.length > mostAtOnce) return 'all';
  // Calls that only read change nothing that is shown, and asking again after each would never end.
  const changes = calls.filter(({ outcome, itemType, tool }) => outcome === 'ok' && itemType !== null && !readers.test(tool));
  return new Set(changes.flatMap(({ itemType }) => affected[itemType ?? ''] ?? []));
}
