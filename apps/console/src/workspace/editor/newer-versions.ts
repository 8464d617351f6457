import type { OutputOf } from '../../kernel/calls/call.ts';

type Version = Pick<OutputOf<'list_item_versions'>['versions'][number], 'agent' | 'person'>;

export function nameOf({ agent, person }: Version): string | undefined {
  return agent?.name ?? person?.name;
}

/** Author of all versions by others. Undefined if there are several authors or no versions. */
export function onlyOther(versions: readonly Version[], personId: string): string | undefined {
  const names = new Set(versions.filter(({ agent, person }) => agent || person?.id !== personId).map(nameOf));
  return names.size === 1 ? [...names][0] : undefined;
}
