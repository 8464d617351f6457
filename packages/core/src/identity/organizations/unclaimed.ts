import type { Op, Organization, Person, Store } from '@gatehouse/storage';

/** Owner of an automatic organization that is not claimed yet. */
export const unclaimedOwner = 'owner@localhost';

/** Finds the automatic owner, if the organization has no other people and the owner has no address yet. */
export function* findUnclaimed(store: Store, organization: Organization): Op<Person | undefined> {
  const [owner, another] = yield* store.people.list(organization.id);
  return another === undefined && owner?.email === unclaimedOwner ? owner : undefined;
}
