import type { Account, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/**
 * Sets a new password. Sessions from the old one end, except one, and links for another password are revoked (D39, D40). The caller must
 * hold the sign-in lock of the account.
 */
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
