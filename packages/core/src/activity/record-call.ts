import type { NewActivity, Op, Store } from '@gatehouse/storage';
import type { Admitted } from '../calls/call.ts';

/**
 * Writes the row of an answered call (D14). A call of an account is logged in each of its organizations, as who it is there; that of somebody
 * whom no organization knows among the operator's, folded by address, tool and minute, so that strangers cannot fill the log (D42).
 */
export function* recordCall(store: Store, row: NewActivity, { caller, notes }: Pick<Admitted, 'caller' | 'notes'>): Op<void> {
  const { memberships } = notes;
  if (memberships === null) return yield* store.activity.record(row);
  if (memberships.length === 0) {
    const keyId = `visitor ${caller.visit?.address ?? 'local'} ${row.tool}`;
    return yield* store.activity.recordFolded({ ...row, orgId: '', personId: null, itemType: null, itemId: null, keyId });
  }
  for (const { orgId, personId } of memberships) {
    // What belongs to one organization is nothing to another.
    const isElsewhere = notes.orgId !== null && notes.orgId !== orgId;
    yield* store.activity.record({ ...row, orgId, personId, ...(isElsewhere && { itemType: null, itemId: null }) });
  }
}
