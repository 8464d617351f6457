import type { Account, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Gives the account a new password: what was signed in by the old one ends, but for one session, and no link chooses another one (D39, D40). The sign-in of the account is held. */
export function* setPassword(
  { store, now }: ToolContext,
  account: Account,
  passwordHash: string,
  keptSession: string | undefined,
): Op<Account> {
  const changed = { ...account, passwordHash };
  yield* store.accounts.setPassword(account.id, passwordHash);
  yield* store.sessions.endOthers(account.id, keptSession, now);
  yield* store.links.revokeOfAccount(account.id, now);
  return changed;
}
