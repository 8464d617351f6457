import type { Account, Op, Session } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { unauthorized } from '../../kernel/errors/errors.ts';

/** The session of a call. Tools for accounts are called by those who are signed in alone. */
export function sessionOf({ caller }: Pick<ToolContext, 'caller'>): Session {
  if (!caller.session) throw new Error('a tool for accounts was called without a session');
  return caller.session;
}

/** The account that is signed in. */
export function* ownAccount(context: ToolContext): Op<Account> {
  const { accountId } = sessionOf(context);
  const account = yield* context.store.accounts.find(accountId);
  if (!account) throw unauthorized('this account was deleted; sign in with another one');
  context.notes.itemType = 'account';
  context.notes.itemId = account.id;
  return account;
}
