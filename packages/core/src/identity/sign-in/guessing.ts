import { hash } from 'node:crypto';
import { linkLifetimeMs, minuteMs } from '@gatehouse/domain';
import type { Guess, GuessedBy, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { keepForStranger, releaseFromStranger } from '../../kernel/strangers/keep-for-stranger.ts';

/**
 * Maximum failures in 15 minutes (D41). `pair`: one address or browser for one e-mail. `email`: all callers for one e-mail. `address`: one
 * address for all e-mails.
 */
const maxFailures: Record<GuessedBy, number> = { pair: 10, email: 100, address: 100 };
/** Maximum mails, so that a mailbox cannot be flooded from many addresses. */
const maxMails: Record<GuessedBy, number> = { ...maxFailures, email: 10 };
/** Maximum company sign-ins of one address: a whole company may share it. */
const maxCompanySignIns: Record<GuessedBy, number> = { ...maxFailures, pair: 300 };
export const guessWindowMs = 15 * minuteMs;
/** Maximum mails that can be requested for one e-mail address while the link in the first mail works. */
export const maxMailedResets = maxMails.email * Math.ceil(linkLifetimeMs.reset / guessWindowMs);
/** Bytes of an attempt, including its challenge or company sign-in. */
const bytesOfTry = 500;

export interface Guesser {
  /** E-mail address of the attempted account, even if it does not exist. */
  email: string;
  /** Browser or session that was signed in before. Its attempts count separately, not toward the limit of the e-mail. */
  known: string | undefined;
  /**
   * True if a mail is requested, without a password. Requests count separately from passwords, except for the address, so that they cannot
   * keep a person from signing in.
   */
  asksForMail?: true;
}

/**
 * Counts an attempt before checking the password, so that simultaneous attempts count too. `giveTryBack` removes it if the password was
 * right. Throws `rate_limited` with the time to wait, and then counts nothing.
 */
export function* countGuess(context: ToolContext, { email, known, asksForMail }: Guesser): Op<string> {
  const address = context.caller.visit?.address;
  const kind = asksForMail ? ['mail'] : [];
  const subjects = {
    pair: subjectOf(known ?? address ?? '', email, ...kind),
    email: known === undefined ? subjectOf(email, ...kind) : null,
    address: address === undefined ? null : subjectOf(address),
  };
  if (asksForMail) yield* requireTriesLeft(context, subjects, maxMails, 'emails were requested');
  else yield* requireTriesLeft(context, subjects, maxFailures, 'wrong passwords', ', or request a link to reset the password');
  return yield* addGuess(context, subjects, known !== undefined);
}

/** Removes a successful attempt from the count. */
export function* giveTryBack({ store }: Pick<ToolContext, 'store'>, guessId: string): Op<void> {
  yield* store.guesses.remove(guessId);
  yield* releaseFromStranger(store, guessId);
}

/** Counts an attempt with a passkey, for its address only: passkeys cannot be guessed, and no e-mail is given (D41). */
export function* countPasskeyTry(context: ToolContext): Op<string> {
  const address = context.caller.visit?.address;
  const ofAddress = address === undefined ? null : subjectOf(address);
  yield* requireTriesLeft(context, { pair: null, email: null, address: ofAddress }, maxFailures, 'tries from this address');
  return yield* addGuess(context, { pair: subjectOf(address ?? '', 'passkey', ''), email: null, address: ofAddress });
}

function* requireTriesLeft(
  { store, now }: ToolContext,
  subjects: Record<GuessedBy, Buffer | null>,
  limits: Record<GuessedBy, number>,
  what: string,
  wayOut = '',
): Op<void> {
  // All calls use the same order. Otherwise, two calls could wait for each other.
  for (const by of ['pair', 'email', 'address'] as const) {
    const subject = subjects[by];
    if (subject === null) continue;
    const most = limits[by];
    const times = yield* store.guesses.newest(by, subject, now - guessWindowMs, most);
    const first = times[most - 1];
    if (first !== undefined) throw tooMany(what, first + guessWindowMs - now, wayOut);
  }
}

/**
 * Adds an attempt. Attempts are never removed to make room: if strangers have too many, the next caller from the same network waits (D64).
 */
function* addGuess(context: ToolContext, subjects: Pick<Guess, GuessedBy>, isKnown = false): Op<string> {
  const { store, caller, now } = context;
  const id = newId('guess', now);
  const expiresAt = now + guessWindowMs;
  const what = { kind: 'try', id, bytes: bytesOfTry, address: caller.visit?.address, createdAt: now, expiresAt } as const;
  if (!isKnown && !caller.session && !(yield* keepForStranger(store, what)))
    throw tooMany('tries from this network, or at all', guessWindowMs, '');
  yield* store.guesses.add({ id, at: now, ...subjects });
  return id;
}

/**
 * Counts a browser that is sent to the company's sign-in. Each one stores data for minutes, and strangers must not fill the database.
 * Throws `rate_limited`. All callers without a usable address count as one stranger (D64).
 */
export function* countCompanySignIn(context: ToolContext): Op<void> {
  const address = context.caller.visit?.address;
  const subjects = { pair: subjectOf(address ?? '', 'company', 'sign-in'), email: null, address: null };
  if (address !== undefined) yield* requireTriesLeft(context, subjects, maxCompanySignIns, 'company sign-ins were begun');
  yield* addGuess(context, subjects);
}

/** Hash of a list of parts. Lists of different lengths never have the same hash. */
function subjectOf(...parts: string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

function tooMany(what: string, waitMs: number, otherwise: string): GatewayError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `too many ${what}; wait ${seconds} second${seconds === 1 ? '' : 's'}${otherwise}`;
  return new GatewayError('rate_limited', message, { reason: 'too_many_tries', retryAfterSeconds: seconds });
}
