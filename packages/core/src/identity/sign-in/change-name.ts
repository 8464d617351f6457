import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { accountExample, accountFields, accountName, accountShape } from '../sessions/account-fields.ts';
import { ownAccount } from '../sessions/signed-in.ts';

export const changeName = defineTool({
  name: 'change_name',
  title: 'Change name',
  description: 'Change the name of this person in every organization of the account.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ name: accountName() }),
  output: accountShape,
  example: { input: { name: 'Ada' }, output: accountExample },
  *run(context, { name }) {
    const { store } = context;
    const account = { ...(yield* ownAccount(context)), name };
    yield* store.accounts.setName(account.id, name);
    for (const { orgId, personId } of yield* store.accounts.memberships(account.id)) {
      yield* store.people.hold(orgId);
      const person = yield* store.people.find(orgId, personId);
      if (person) yield* store.people.update({ ...person, name });
    }
    return accountFields(account);
  },
});
