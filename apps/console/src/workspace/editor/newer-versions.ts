import type { OutputOf } from '../../kernel/calls/call.ts';

type Version = Pick<OutputOf<'list_item_versions'>['versions'][number], 'agent' | 'person'>;

export function nameOf({ agent, person }: Version): string | undefined {
  return agent?.name ?? person?.name;
}

/** Author of a version, as the person calls them who reads it. */
export function authorFor(version: Version, personId: string): string | undefined {
  return !version.agent && version.person?.id === personId ? 'You' : nameOf(version);
}

/** Name of the only other author of these versions. Undefined if there are several or none. */
export function onlyOther(versions: readonly Version[], personId: string): string | undefined {
  const names = new Set(versions.filter(({ agent, person }) => agent || person?.id !== personId).map(nameOf));
  return names.size === 1 ? [...names][0] : undefined;
}
