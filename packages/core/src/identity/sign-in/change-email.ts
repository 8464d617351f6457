import type { Op, Store } from '@gatehouse/storage';
import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { accountExample, accountFields, accountShape } from '../sessions/account-fields.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from './reauthentication.ts';

export const changeEmail = defineDiscoveryTool({
  name: 'change_email',
  title: 'Change e-mail address',
  description: 'Change the address that this account signs in with. Organizations still see the address that they invited.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ email, password: ownPassword }),
  output: accountShape,
  example: { input: { email: 'ada@example.com', password: 'correct horse battery' }, output: accountExample },
  preparationChanges: true,
  *prepare(context, { email, password }) {
    return { email, reauthentication: yield* beginReauthentication(context, password) };
  },
  runOutside: (context, { reauthentication }) => runReauthentication(context, reauthentication),
  *conclude(context, { email, reauthentication }, isRight) {
    const { store } = context;
    yield* store.accounts.hold();
    const account = { ...(yield* concludeReauthentication(context, reauthentication, isRight)), email };
    yield* refuseTakenAddress(store, email, account.id);
    yield* store.accounts.setEmail(account.id, email);
    return accountFields(account);
  },
});

/** Refuses an address that another account has (D38). The caller must hold the lock of all accounts. */
export function* refuseTakenAddress(store: Store, email: string, but?: string): Op<void> {
  const taken = yield* store.accounts.findByEmail(email);
  if (taken && taken.id !== but)
    throw refusal('duplicate_name', `an account with the address ${email} already exists: sign in with it, or choose another address`);
}
