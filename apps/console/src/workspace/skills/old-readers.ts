import type { OutputOf } from '../../kernel/calls/call.ts';

type Use = OutputOf<'list_skill_loads'>;
export type Load = Use['loads'][number];

/** Whether a reader has less than what was reviewed last. Newer versions that wait for review are nothing to catch up with. */
export function isOld(
  { version }: Pick<Load, 'version'>,
  { versionCount, reviewedVersion }: Pick<Use, 'versionCount' | 'reviewedVersion'>,
) {
  return version < (reviewedVersion ?? versionCount);
}

/** How many machines have an old version, each by the last that was loaded there. `loads` are the newest first. */
export function countOldMachines({ loads, ...newest }: Use): number {
  const lastOf = new Map<string, Load>();
  for (const load of loads) if (load.machine !== '' && !lastOf.has(load.machine)) lastOf.set(load.machine, load);
  return [...lastOf.values()].filter((load) => isOld(load, newest)).length;
}
