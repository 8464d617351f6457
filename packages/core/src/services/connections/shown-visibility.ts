import { connectionVisibilities } from '@gatehouse/domain';
import type { Connection, SharedGroup } from '@gatehouse/storage';
import { z } from 'zod';

/** Groups of an organization that can use connections, by connection. */
export type SharedGroups = ReadonlyMap<string, readonly SharedGroup[]>;

/** Fields of a connection that say who can use it. */
export const visibilityFields = {
  visibility: z.enum(connectionVisibilities),
  sharedWith: z
    .array(z.object({ groupId: z.string(), name: z.string() }))
    .optional()
    .describe('if present, only people in these groups can use it, and owners and admins'),
};

/** A connection that is shared with groups is the organization's, with the groups beside it. // D77.3 */
export function shownVisibility({ id, visibility }: Pick<Connection, 'id' | 'visibility'>, groups: SharedGroups) {
  if (visibility !== 'groups') return { visibility };
  return { visibility: 'organization' as const, sharedWith: [...(groups.get(id) ?? [])] };
}
