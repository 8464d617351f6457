import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';

/**
 * Ends a person's access: keys, shares, groups, the binding to their account, and open invitations. A person who is added again gets new ones,
 * because an old key may have been left somewhere. Also removes resources that only they could use: their private connections with the
 * credentials, and their accounts at services. The caller holds the people of the organization.
 */
export function* endMembership(context: ToolContext, person: Person, successor?: Person): Op<Person> {
  const { store, now, gateway } = context;
  const { orgId, id, email } = person;
  const removed = { ...person, removedAt: now, accountId: null };
  yield* store.people.update(removed);
  for (const key of yield* store.keys.list(orgId)) {
    if (key.personId === id) yield* store.keys.revoke(orgId, key.id, now);
  }
  yield* store.folders.unshareAll(orgId, id, madeBy(context));
  yield* store.groups.removePerson(orgId, id);
  yield* store.inbox.removeReadsOf(orgId, id);
  yield* store.links.revokeInvitationsOf(orgId, email, now);
  for (const connectionId of yield* store.connections.privateOf(orgId, id)) {
    yield* store.connections.remove(orgId, connectionId);
    gateway.services.forget(connectionId);
  }
  yield* store.connectionAccounts.removeOfPerson(orgId, id);
  yield* store.connectionAuthorizations.removeOfPerson(orgId, id);
  if (successor) yield* handOver(context, person, successor);
  return removed;
}

/** Passes on to a successor: folders, open tasks, and connections that the organization uses. */
function* handOver(context: ToolContext, person: Person, successor: Person): Op<void> {
  const { store } = context;
  const { orgId, id } = person;
  yield* store.folders.giveAll(orgId, id, successor.id, madeBy(context));
  yield* store.tasks.giveOpen({ orgId, from: person, to: successor }, madeBy(context));
  yield* store.connections.giveAll(orgId, id, successor.id);
}
