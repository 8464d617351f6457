import type { Account, Op } from '@gatehouse/storage';
import type { OutsideContext, ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { countGuess, giveTryBack } from './guessing.ts';

/** A check of a password, outside of any transaction. */
export interface Check {
  guessId: string;
  /** Undefined for an unknown e-mail address. The work and the answer are the same. */
  account: Account | undefined;
}

/** Counts an attempt to sign in. */
export function* beginCheck(context: ToolContext, email: string, known: string | undefined, account: Account | undefined): Op<Check> {
  return { guessId: yield* countGuess(context, { email, known }), account };
}

export function runCheck({ caller, ports: { passwords } }: OutsideContext, { account }: Check, password: string): Promise<boolean> {
  return passwords.verify(password, account?.passwordHash, caller.visit?.address);
}

/** Returns the current account if the password was right, and removes the attempt from the count. Throws `wrong_password`. */
export function* concludeCheck({ store }: ToolContext, { guessId, account }: Check, isRight: boolean): Op<Account> {
  if (account) yield* store.accounts.holdSignIn(account.id);
  const current = account && (yield* store.accounts.find(account.id));
  // If the password changed during hashing, the old one must not work.
  if (!isRight || !current || current.passwordHash !== account.passwordHash) throw wrongPassword();
  yield* giveTryBack({ store }, guessId);
  return current;
}

function wrongPassword(): GatewayError {
  return unauthorized('this email address and password do not match', 'wrong_password');
}
