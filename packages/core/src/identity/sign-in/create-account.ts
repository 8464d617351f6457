import type { Account, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { refuseTakenAddress } from './change-email.ts';

/** Creates an account. The caller must hold the lock of all accounts. */
export function* createAccount({ store, now }: ToolContext, details: Pick<Account, 'email' | 'name' | 'passwordHash'>): Op<Account> {
  yield* refuseTakenAddress(store, details.email);
  const account = { ...details, id: newId('account', now), createdAt: now };
  yield* store.accounts.create(account);
  return account;
}
