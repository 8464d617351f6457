import { z } from 'zod';
import { madeLinkExample, madeLinkShape, makeLink } from '../accounts/links.ts';
import { requireOwnedHere } from '../accounts/resets.ts';
import { refusal } from '../errors.ts';
import { defineTool } from '../tool.ts';
import { personByEmail } from './find-person.ts';
import { email } from './person-fields.ts';
import { requireManaged } from './roles.ts';

export const createResetLink = defineTool({
  name: 'create_reset_link',
  title: 'Create reset link',
  description: 'Make a link by which a person chooses a new password, within the hour. Using it signs every browser of the account out.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ email }),
  output: madeLinkShape,
  example: {
    input: { email: 'bob@example.com' },
    output: { ...madeLinkExample, link: madeLinkExample.link.replace('invitation', 'reset') },
  },
  *run(context, { email }) {
    const { caller, notes } = context;
    const person = yield* personByEmail(context, email);
    if (person.accountId === null) throw refusal('no_such_item', `${email} does not sign in yet: invite_person makes a link for that`);
    requireManaged(context, person);
    yield* requireOwnedHere(context, person);
    const madeBy = caller.session ? { orgId: person.orgId, createdBy: caller.personId } : {};
    const { link, expiresAt } = yield* makeLink(context, { kind: 'reset', accountId: person.accountId, ...madeBy });
    notes.itemType = 'person';
    notes.itemId = person.id;
    return { link, expiresAt };
  },
});
