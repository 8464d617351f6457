import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { nearest } from '../../kernel/schema/arguments.ts';
import { name } from '../../kernel/schema/schema.ts';

/** E-mail address in lower case, like those of people, so that it is found in any spelling. */
export const assignee = (description: string) => name(320, description).transform((text) => text.toLowerCase());

/** Finds the person of the organization with this address, to whom a task can be assigned (D26). */
export function* findAssignee(context: ToolContext, address: string): Op<Person> {
  const person = yield* context.store.people.findByEmail(context.viewer.orgId, address);
  if (!person || person.removedAt !== null) throw yield* nobodyHas(context, address);
  return person;
}

/** Maximum names to compare, more than most organizations have. Comparing more would delay other calls. */
const maxCompared = 500;

/** Error for an unknown address. It suggests the nearest one, also by name. */
export function* nobodyHas({ store, viewer }: ToolContext, address: string): Op<GatewayError> {
  const people = (yield* store.people.list(viewer.orgId)).slice(0, maxCompared);
  const addresses = new Map(people.flatMap(({ email, name }) => [email, email.split('@')[0] ?? email, name].map((key) => [key, email])));
  const likely = addresses.get(nearest(address, [...addresses.keys()]) ?? '');
  const hint = likely ? `; did you mean "${likely}"?` : '';
  return refusal('invalid_argument', `argument "assignee": no person in this organization has the email address "${address}"${hint}`);
}
