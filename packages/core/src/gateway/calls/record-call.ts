import { dayMs } from '@gatehouse/domain';
import { foldedMinute, type NewActivity, type Op, type Store } from '@gatehouse/storage';
import { keepForStranger } from '../../kernel/strangers/keep-for-stranger.ts';
import type { AdmittedCall } from './call.ts';

/**
 * Writes the row of an answered call (D14). A call of an account is logged in each of its organizations, as who it is there; that of somebody
 * whom no organization knows among the operator's, folded by address, tool and minute, so that strangers cannot fill the log (D42).
 */
export function* recordCall(store: Store, row: NewActivity, { caller, notes }: Pick<AdmittedCall, 'caller' | 'notes'>): Op<void> {
  const { memberships } = notes;
  if (memberships === null) return yield* store.activity.record(row);
  // Of whoever is not signed in also where an account is known: the same is asked for an address that nobody has (D41).
  const isVisitor = caller.type === 'visitor' || memberships.length === 0;
  const keyId = isVisitor ? yield* visitorName(store, row, caller.visit?.address) : '';
  if (memberships.length === 0)
    return yield* store.activity.recordFolded({ ...row, orgId: '', personId: null, itemType: null, itemId: null, keyId });
  for (const { orgId, personId } of memberships) {
    // What belongs to one organization is nothing to another.
    const isElsewhere = notes.orgId !== null && notes.orgId !== orgId;
    yield* store.activity.record({ ...row, orgId, personId, ...(isElsewhere && { itemType: null, itemId: null }) });
  }
}

/** About what a row takes. */
const bytesOfRow = 500;

/** Whom a row is folded for. Where strangers have too many rows already, all others are one (D64). */
function* visitorName(store: Store, { at, tool }: NewActivity, address: string | undefined): Op<string> {
  const name = `visitor ${address ?? 'local'} ${tool}`;
  const id = `${name} ${foldedMinute(at)}`;
  if (yield* store.strangerRows.isKept(id)) return name;
  const what = { kind: 'log', id, bytes: bytesOfRow, address, createdAt: at, expiresAt: at + dayMs } as const;
  return (yield* keepForStranger(store, what)) ? name : `visitor elsewhere ${tool}`;
}
