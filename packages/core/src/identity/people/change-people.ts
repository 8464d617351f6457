import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { personFields } from '../../kernel/schema/person-fields.ts';

/**
 * Holds the people of the organization. Two people may change each other at the same time, so a caller that waited must still be present
 * with the same role.
 */
export function* holdPeople({ store, caller, viewer }: ToolContext): Op<void> {
  yield* store.people.hold(viewer.orgId);
  if (caller.personId === null) return;
  const self = yield* store.people.find(viewer.orgId, caller.personId);
  if (!self) throw new GatewayError('unauthorized', 'you have been removed from the organization; ask one of its owners');
  if (self.role !== caller.role)
    throw new GatewayError('forbidden', `your role has changed to ${self.role}; try again if it still allows this`);
}

/** Answer of a tool that changed a person. Notes the person for the activity row. */
export function changedPerson({ call: { notes } }: ToolContext, person: Person) {
  notes.itemType = 'person';
  notes.itemId = person.id;
  return personFields(person);
}
