import { roles } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { email, personExample, personShape } from '../../kernel/schema/person-fields.ts';
import { onlyOwnersMakeOwners, refuseLastOwner } from '../roles/roles.ts';
import { changedPerson, holdPeople } from './change-people.ts';
import { personByEmail } from './find-person.ts';

export const setPersonRole = defineTool({
  name: 'set_person_role',
  title: 'Change role',
  description: 'Make a person owner, admin or member. The last owner cannot be changed.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ email, role: z.enum(roles) }),
  output: personShape,
  example: { input: { email: 'ada@example.com', role: 'admin' }, output: personExample },
  *run(context, { email, role }) {
    yield* holdPeople(context);
    const person = yield* personByEmail(context, email);
    onlyOwnersMakeOwners(context, role);
    if (person.role === 'owner' && role !== 'owner') yield* refuseLastOwner(context, person);
    const changed = { ...person, role };
    yield* context.store.people.update(changed);
    return changedPerson(context, changed);
  },
});
