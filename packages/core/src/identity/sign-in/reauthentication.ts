import { durationWords, minuteMs } from '@gatehouse/domain';
import type { Account, Op } from '@gatehouse/storage';
import type { OutsideContext, ToolContext } from '../../kernel/context/context.ts';
import { refusal, unauthorized } from '../../kernel/errors/errors.ts';
import { password } from '../sessions/account-fields.ts';
import { ownAccount, sessionOf } from '../sessions/signed-in.ts';
import { beginCheck, type Check, concludeCheck, runCheck } from './check-password.ts';

/** Time after signing in during which an account without a password needs no other proof (D54). */
export const stepUpMaxAgeMs = 10 * minuteMs;

/** Argument of tools that change the sign-in of an account: a stolen session alone must not be enough to keep the account. */
export const ownPassword = password
  .optional()
  .describe(`password of this account; an account without one must have signed in within the last ${durationWords(stepUpMaxAgeMs)}`);

/** Proof that the session still belongs to the person who signed in: the password, or a very recent sign-in. */
export interface Reauthentication {
  account: Account;
  /** Undefined for an account without a password. */
  given: { check: Check; password: string } | undefined;
}

/** Begins the proof. Throws `sign_in_again` if an account without a password did not sign in recently. */
export function* beginReauthentication(context: ToolContext, password: string | undefined): Op<Reauthentication> {
  const account = yield* ownAccount(context);
  const session = sessionOf(context);
  if (account.passwordHash === null) {
    if (context.now - session.createdAt >= stepUpMaxAgeMs) throw signInAgain();
    return { account, given: undefined };
  }
  if (password === undefined) throw refusal('invalid_argument', 'password is missing: give the password of this account');
  return { account, given: { check: yield* beginCheck(context, account.email, session.id, account), password } };
}

export async function runReauthentication(context: OutsideContext, { given }: Reauthentication): Promise<boolean> {
  return given === undefined || (await runCheck(context, given.check, given.password));
}

/** Returns the current account. Throws `wrong_password`, or `sign_in_again` if it got a password meanwhile. */
export function* concludeReauthentication(context: ToolContext, { account, given }: Reauthentication, isRight: boolean): Op<Account> {
  if (given) return yield* concludeCheck(context, given.check, isRight);
  yield* context.store.accounts.holdSignIn(account.id);
  const current = yield* ownAccount(context);
  if (current.passwordHash !== null) throw signInAgain();
  return current;
}

function signInAgain() {
  return unauthorized(
    `Sign in again, then do this within ${durationWords(stepUpMaxAgeMs)}: this account has no password that you could give instead`,
    'sign_in_again',
  );
}
