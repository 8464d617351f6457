import { dayMs } from '@gatehouse/domain';
import { foldedMinute, type NewActivity, type Op, type Store } from '@gatehouse/storage';
import { keepForStranger } from '../../kernel/strangers/keep-for-stranger.ts';
import type { AdmittedCall } from './call.ts';

/**
 * Writes the row of an answered call (D14). A call of an account is logged in each of its organizations, under the person there. Calls of
 * unknown visitors are logged for the operator, folded by address, tool and minute, so that strangers cannot fill the log (D42).
 */
export function* recordCall(
  store: Store,
  row: NewActivity,
  { caller, notes, effects: { browser } }: Pick<AdmittedCall, 'caller' | 'notes' | 'effects'>,
): Op<void> {
  const { memberships } = notes;
  if (memberships === null) return yield* store.activity.record(row);
  const isStranger = (caller.type === 'visitor' && typeof browser?.session !== 'string') || memberships.length === 0;
  // Runs for known accounts too: an unknown address must take the same time. // D41
  const folding = isStranger ? yield* foldingOf(store, row, caller.visit?.address) : { name: '', isElsewhere: false };
  if (memberships.length === 0)
    return yield* store.activity.recordFolded({ ...row, orgId: '', personId: null, itemType: null, itemId: null, keyId: folding.name });
  for (const { orgId, personId } of memberships) {
    // A call for one organization concerns no other.
    const isElsewhere = notes.orgId !== null && notes.orgId !== orgId;
    const ofMember = { ...row, orgId, personId, ...(isElsewhere && { itemType: null, itemId: null }) };
    if (folding.isElsewhere)
      yield* store.activity.recordFolded({ ...ofMember, keyId: `visitor elsewhere ${row.tool} ${orgId} ${personId}` });
    else yield* store.activity.record(ofMember);
  }
}

/** Approximate size of a row. */
const bytesOfRow = 500;

/** Name under which a row is folded. If strangers have too many rows already, all further ones share a name (D64). */
function* foldingOf(store: Store, { at, tool }: NewActivity, address: string | undefined): Op<{ name: string; isElsewhere: boolean }> {
  const name = `visitor ${address ?? 'local'} ${tool}`;
  const id = `${name} ${foldedMinute(at)}`;
  if (yield* store.strangerRows.isKept(id)) return { name, isElsewhere: false };
  const what = { kind: 'log', id, bytes: bytesOfRow, address, createdAt: at, expiresAt: at + dayMs } as const;
  return (yield* keepForStranger(store, what)) ? { name, isElsewhere: false } : { name: `visitor elsewhere ${tool}`, isElsewhere: true };
}
