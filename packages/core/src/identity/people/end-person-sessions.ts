import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { requireOwnedHere } from '../links/resets.ts';
import { requireManaged } from '../roles/roles.ts';
import { personByEmail } from './find-person.ts';

export const endPersonSessions = defineTool({
  name: 'end_person_sessions',
  title: 'Sign person out',
  description: 'Sign a person out of every browser. They can sign in again.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ email }),
  output: z.object({ ended: z.int() }),
  example: { input: { email: 'bob@example.com' }, output: { ended: 2 } },
  *run(context, { email }) {
    const { store, call, now } = context;
    const person = yield* personByEmail(context, email);
    requireManaged(context, person);
    yield* requireOwnedHere(context, person);
    call.notes.itemType = 'person';
    call.notes.itemId = person.id;
    return { ended: person.accountId === null ? 0 : yield* store.sessions.endOthers(person.accountId, undefined, now) };
  },
});
