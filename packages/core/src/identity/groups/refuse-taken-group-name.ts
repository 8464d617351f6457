import { withoutJoiners } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** Refuses a name that another group in the organization has. */
export function* refuseTakenGroupName({ store, viewer }: ToolContext, name: string, besides?: string): Op<void> {
  const namesake = yield* store.groups.byName(viewer.orgId, withoutJoiners(name), besides);
  if (namesake)
    throw refusal('duplicate_name', `there is already a group ${JSON.stringify(name)}: ${namesake.id}; use it, or choose another name`);
}
