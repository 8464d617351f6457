import type { OutputOf } from '../../kernel/calls/call.ts';

type Use = OutputOf<'list_skill_loads'>;
export type Load = Use['loads'][number];

/** True if a reader has an older version than the last reviewed one. Newer versions without review do not count. */
export function isOld(
  { version }: Pick<Load, 'version'>,
  { versionCount, reviewedVersion }: Pick<Use, 'versionCount' | 'reviewedVersion'>,
) {
  return version < (reviewedVersion ?? versionCount);
}

/** Number of machines with an old version, by the last version loaded there. `loads` are sorted newest first. */
export function countOldMachines({ loads, ...newest }: Use): number {
  const lastOf = new Map<string, Load>();
  for (const load of loads) if (load.machine !== '' && !lastOf.has(load.machine)) lastOf.set(load.machine, load);
  return [...lastOf.values()].filter((load) => isOld(load, newest)).length;
}
