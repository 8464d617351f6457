import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { email, personExample, personShape } from '../../kernel/schema/person-fields.ts';
import { refuseLastOwner } from '../roles/roles.ts';
import { changedPerson, holdPeople } from './change-people.ts';
import { endMembership } from './end-membership.ts';
import { personByEmail } from './find-person.ts';
import { findSuccessor, successorEmail } from './successor.ts';

export const removePerson = defineTool({
  name: 'remove_person',
  title: 'Remove person',
  description:
    'Remove a person from the organization. Their keys are revoked and their sessions here end at once; their work is kept. list_belongings counts what a successor would take over.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ email, successorEmail }),
  output: personShape,
  example: { input: { email: 'ada@example.com' }, output: { ...personExample, hasAccount: false } },
  *run(context, { email, successorEmail }) {
    yield* holdPeople(context);
    const person = yield* personByEmail(context, email);
    if (person.role === 'owner') yield* refuseLastOwner(context, person);
    const successor = yield* findSuccessor(context, person, successorEmail);
    return changedPerson(context, yield* endMembership(context, person, successor));
  },
});
