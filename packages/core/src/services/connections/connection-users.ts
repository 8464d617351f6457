import type { ConnectionVisibility, StoredVisibility } from '@gatehouse/domain';
import type { Connection, Op } from '@gatehouse/storage';
import { z } from 'zod';
import { requireGroup } from '../../identity/groups/find-group.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';

/** Groups whose people can use a connection (D77). */
export const groupIds = z
  .array(identifier('from list_groups'))
  .min(1)
  .max(50)
  .optional()
  .describe('only people in these groups can use it, in place of visibility');

export interface GivenUsers {
  visibility?: ConnectionVisibility | undefined;
  groupIds?: readonly string[] | undefined;
}

/** Visibility that the arguments ask for. Undefined if they name none. Refuses a private connection with groups. */
export function wantedVisibility({ visibility, groupIds }: GivenUsers): StoredVisibility | undefined {
  if (groupIds === undefined) return visibility;
  if (visibility === 'private')
    throw refusal('invalid_argument', 'a private connection cannot be shared with groups: give either "visibility" or "groupIds"');
  return 'groups';
}

/** Sets the groups that can use a connection: none, unless some are given. The people are held, so that no group is deleted meanwhile. */
export function* shareWithGroups(
  context: ToolContext,
  { orgId, id }: Pick<Connection, 'orgId' | 'id'>,
  groupIds: readonly string[] = [],
): Op<void> {
  const { store, now } = context;
  if (groupIds.length > 0) yield* store.people.hold(orgId);
  for (const groupId of groupIds) yield* requireGroup(context, groupId);
  yield* store.connections.shareWithGroups(orgId, id, [...new Set(groupIds)], now);
}
