import { CommandError } from '../kernel/faults.ts';
import { everyRow } from './pages.ts';
import type { Workspace } from './workspace.ts';

export interface Group {
  groupId: string;
  name: string;
  claimValue: string | null;
  peopleCount: number;
}

export async function listGroups(workspace: Workspace): Promise<Group[]> {
  return await everyRow<Group>(workspace, 'list_groups', 'groups');
}

/** Finds a group by name or identifier. */
export async function requireGroup(workspace: Workspace, wanted: string): Promise<Group> {
  return groupNamed(await listGroups(workspace), wanted);
}

/** Finds the identifiers of groups by names or identifiers. */
export async function groupIdsOf(workspace: Workspace, wanted: readonly string[]): Promise<string[]> {
  const groups = wanted.length === 0 ? [] : await listGroups(workspace);
  return wanted.map((one) => groupNamed(groups, one).groupId);
}

function groupNamed(groups: readonly Group[], wanted: string): Group {
  const group = groups.find(({ groupId, name }) => groupId === wanted || name === wanted);
  if (group) return group;
  throw new CommandError(`no group is named ${JSON.stringify(wanted)}: "gatehouse groups list" lists groups`);
}
