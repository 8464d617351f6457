import type { Op, Organization, Person, Store } from '@gatehouse/storage';

/** The owner of an organization that was made by itself and that nobody has claimed yet. */
export const unclaimedOwner = 'owner@localhost';

/** The automatic owner, when nobody else is there yet and nobody signs in as them. */
export function* findUnclaimed(store: Store, organization: Organization): Op<Person | undefined> {
  const [owner, another] = yield* store.people.list(organization.id);
  return another === undefined && owner?.email === unclaimedOwner ? owner : undefined;
}
