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
  const groups = await listGroups(workspace);
  const group = groups.find(({ groupId, name }) => groupId === wanted || name === wanted);
  if (group) return group;
  throw new CommandError(`no group is named ${JSON.stringify(wanted)}: "gatehouse groups list" lists groups`);
}

/** Finds the identifiers of groups by names or identifiers. */
export async function groupIdsOf(workspace: Workspace, wanted: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of wanted) ids.push((await requireGroup(workspace, one)).groupId);
  return ids;
}
