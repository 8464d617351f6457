import type { Op, Store } from '@gatehouse/storage';
import { z } from 'zod';
import { refusal } from '../errors.ts';
import { email } from '../people/person-fields.ts';
import { defineDiscoveryTool } from '../tool.ts';
import { accountExample, accountFields, accountShape, password } from './account-fields.ts';
import { beginCheck, concludeCheck, runCheck } from './check-password.ts';
import { ownAccount, sessionOf } from './signed-in.ts';

export const changeEmail = defineDiscoveryTool({
  name: 'change_email',
  title: 'Change e-mail address',
  description: 'Change the address that this account signs in with. Organizations go on knowing the person by the address they invited.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ email, password }),
  output: accountShape,
  example: { input: { email: 'ada@example.com', password: 'correct horse battery' }, output: accountExample },
  preparationChanges: true,
  *prepare(context, { email, password }) {
    const account = yield* ownAccount(context);
    return { check: yield* beginCheck(context, account.email, sessionOf(context).id, account), email, password };
  },
  runOutside: (context, { check, password }) => runCheck(context, check, password),
  *conclude(context, { check, email }, isRight) {
    const { store } = context;
    yield* store.accounts.hold();
    const account = { ...(yield* concludeCheck(context, check, isRight)), email };
    yield* refuseTakenAddress(store, email, account.id);
    yield* store.accounts.update(account);
    return accountFields(account);
  },
});

/** One address, one account (D38). The accounts are held. */
export function* refuseTakenAddress(store: Store, email: string, but?: string): Op<void> {
  const taken = yield* store.accounts.findByEmail(email);
  if (taken && taken.id !== but)
    throw refusal('duplicate_name', `there is an account with the address ${email} already: sign in with it, or choose another address`);
}
