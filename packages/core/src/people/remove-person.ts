import type { Op, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { defineTool } from '../tool.ts';
import { changedPerson, holdPeople } from './change-people.ts';
import { personByEmail } from './find-person.ts';
import { email, personExample, personShape } from './person-fields.ts';
import { refuseLastOwner } from './roles.ts';

export const removePerson = defineTool({
  name: 'remove_person',
  title: 'Remove person',
  description: 'Remove a person from the organization. Their keys are revoked at once; what they made stays.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ email }),
  output: personShape,
  example: { input: { email: 'ada@example.com' }, output: personExample },
  *run(context, { email }) {
    yield* holdPeople(context);
    const person = yield* personByEmail(context, email);
    if (person.role === 'owner') yield* refuseLastOwner(context, person);
    yield* context.store.people.update({ ...person, removedAt: context.now });
    yield* takeAccess(context, person);
    return changedPerson(context, person);
  },
});

/** Added again, a person is given keys and shares anew: who left may have left a key behind. */
function* takeAccess({ store, now }: ToolContext, { orgId, id }: Person): Op<void> {
  for (const key of yield* store.keys.list(orgId)) {
    if (key.personId === id) yield* store.keys.revoke(orgId, key.id, now);
  }
  yield* store.folders.unshareAll(orgId, id);
}
