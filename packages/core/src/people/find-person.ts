import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../context.ts';
import { refusal } from '../errors.ts';

/** A person of the caller's organization, by e-mail address. */
export function* personByEmail({ store, viewer }: ToolContext, address: string): Op<Person> {
  const person = yield* store.people.findByEmail(viewer.orgId, address);
  if (!person || person.removedAt !== null) {
    throw refusal(
      'no_such_item',
      `nobody in this organization has the address ${address}; list_people shows who is there, add_person adds somebody`,
    );
  }
  return person;
}
