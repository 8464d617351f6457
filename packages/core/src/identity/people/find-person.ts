import { mayActFor } from '@gatehouse/domain';
import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** Finds a person of the caller's organization by e-mail address. */
export function* personByEmail({ store, viewer }: ToolContext, address: string): Op<Person> {
  const person = yield* store.people.findByEmail(viewer.orgId, address);
  if (!person || person.removedAt !== null) {
    throw refusal(
      'no_such_item',
      `no person in this organization has the address ${address}; list_people lists people, add_person adds a person`,
    );
  }
  return person;
}

/**
 * Refuses information about other people to a member, with the same answer as for absent ones (D5). A removed person is still known,
 * because the log contains their calls. Notes the person for the activity row.
 */
export function* requireOwnPerson(context: ToolContext, personId: string): Op<void> {
  if (!(yield* context.store.people.isKnown(context.viewer.orgId, personId)) || !mayActFor(context.caller, personId)) throw noSuchItem();
  context.call.notes.itemType = 'person';
  context.call.notes.itemId = personId;
}
