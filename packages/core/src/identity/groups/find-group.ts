import type { Group, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** Finds a group of the caller's organization, and records it in the activity row. */
export function* findGroup(context: ToolContext, groupId: string): Op<Group> {
  const group = yield* requireGroup(context, groupId);
  context.call.notes.itemType = 'group';
  context.call.notes.itemId = group.id;
  return group;
}

/** Finds a group to share something with. Does not record it in the activity row. */
export function* requireGroup({ store, viewer }: ToolContext, groupId: string): Op<Group> {
  const group = yield* store.groups.find(viewer.orgId, groupId);
  if (!group) throw refusal('no_such_item', 'no group of this organization has this identifier; list_groups lists groups');
  return group;
}

/** Refuses to change the people of a linked group by hand. // D77.2 */
export function refuseLinked({ name, claimValue }: Group): void {
  if (claimValue !== null)
    throw refusal(
      'protected_item',
      `the people of ${JSON.stringify(name)} come from company sign-in (${JSON.stringify(claimValue)}): change them at the company, or unlink the group with link_group`,
    );
}
