import type { Account, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { countGuess, giveTryBack } from './guessing.ts';

/** A password that is about to be looked at, outside of any transaction. */
export interface Check {
  guessId: string;
  /** Undefined for an unknown e-mail address. The work and the answer are the same. */
  account: Account | undefined;
}

/** Counts an attempt to sign in. */
export function* beginCheck(context: ToolContext, email: string, known: string | undefined, account: Account | undefined): Op<Check> {
  return { guessId: yield* countGuess(context, { email, known }), account };
}

export function runCheck({ passwords, caller }: ToolContext, { account }: Check, password: string): Promise<boolean> {
  return passwords.verify(password, account?.passwordHash, caller.visit?.address);
}

/** The account whose password was right, as it is now; gives the try back. Throws `wrong_password`. */
export function* concludeCheck({ store }: ToolContext, { guessId, account }: Check, isRight: boolean): Op<Account> {
  if (account) yield* store.accounts.holdSignIn(account.id);
  const current = account && (yield* store.accounts.find(account.id));
  // If the password changed while we were hashing, the old one must not work.
  if (!isRight || !current || current.passwordHash !== account.passwordHash) throw wrongPassword();
  yield* giveTryBack({ store }, guessId);
  return current;
}

function wrongPassword(): GatewayError {
  return unauthorized('this email address and password do not match', 'wrong_password');
}
