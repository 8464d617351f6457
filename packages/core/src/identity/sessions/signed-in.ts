import type { Account, Op, Session } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { unauthorized } from '../../kernel/errors/errors.ts';

/** Session of a call. Only signed-in callers can call tools for accounts. */
export function sessionOf({ caller }: Pick<ToolContext, 'caller'>): Session {
  if (!caller.session) throw new Error('a tool for accounts was called without a session');
  return caller.session;
}

/** Account that is signed in. */
export function* ownAccount(context: ToolContext): Op<Account> {
  const { accountId } = sessionOf(context);
  const account = yield* context.store.accounts.find(accountId);
  if (!account) throw unauthorized('this account was deleted; sign in with another one');
  context.call.notes.itemType = 'account';
  context.call.notes.itemId = account.id;
  return account;
}
