import type { Group, Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { personByEmail } from '../people/find-person.ts';

/** Adds people to a group by hand. The caller has locked the organization's people. */
export function* addMembers(
  context: ToolContext,
  { orgId, id: groupId }: Pick<Group, 'orgId' | 'id'>,
  emails: readonly string[],
): Op<void> {
  const people: Person[] = [];
  for (const email of emails) people.push(yield* personByEmail(context, email));
  for (const { id: personId } of people)
    yield* context.store.groups.add({ orgId, groupId, personId, expiresAt: null, createdAt: context.now });
}
