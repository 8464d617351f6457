import { hash } from 'node:crypto';
import { linkLifetimeMs, minuteMs } from '@gatehouse/domain';
import type { Guess, GuessedBy, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { keepForStranger, releaseFromStranger } from '../../kernel/strangers/keep-for-stranger.ts';

/** Failures in any 15 minutes: of one address or browser for an e-mail, of anybody for the e-mail, of the address for anything (D41). */
const maxFailures: Record<GuessedBy, number> = { pair: 10, email: 100, address: 100 };
/** Nobody's mailbox is flooded from many addresses. */
const maxMails: Record<GuessedBy, number> = { ...maxFailures, email: 10 };
/** Of one address: a whole company may be behind it. */
const maxCompanySignIns: Record<GuessedBy, number> = { ...maxFailures, pair: 300 };
export const guessWindowMs = 15 * minuteMs;
/** As many mails as can be asked for, for one e-mail, while the link in the first of them works. */
export const maxMailedResets = maxMails.email * Math.ceil(linkLifetimeMs.reset / guessWindowMs);
/** With what a try may leave beside its row: a challenge, or a sign-in at the company. */
const bytesOfTry = 500;

export interface Guesser {
  /** Of the account that is tried; also of one that is not there. */
  email: string;
  /** A browser or a session that was signed in before: it counts for itself, and not for the e-mail. */
  known: string | undefined;
  /** Asks for a mail and tries no password. Counted apart, but for the address: it must not keep anybody from signing in. */
  asksForMail?: true;
}

/**
 * Counts a try before the password is looked at, so that many at once are counted too; `giveTryBack` gives it back when it was the
 * right one. Throws `rate_limited` with the time to wait, and then counts nothing.
 */
export function* countGuess(context: ToolContext, { email, known, asksForMail }: Guesser): Op<string> {
  const address = context.caller.visit?.address;
  const kind = asksForMail ? ['mail'] : [];
  const subjects = {
    pair: subjectOf(known ?? address ?? '', email, ...kind),
    email: known === undefined ? subjectOf(email, ...kind) : null,
    address: address === undefined ? null : subjectOf(address),
  };
  if (asksForMail) yield* requireTriesLeft(context, subjects, maxMails, 'mails were asked for');
  else yield* requireTriesLeft(context, subjects, maxFailures, 'wrong passwords', ', or ask for a link to reset the password');
  return yield* addGuess(context, subjects, known !== undefined);
}

/** Gives a try back that was the right one. */
export function* giveTryBack({ store }: Pick<ToolContext, 'store'>, guessId: string): Op<void> {
  yield* store.guesses.remove(guessId);
  yield* releaseFromStranger(store, guessId);
}

/** The same for a passkey, which counts for its address alone: nobody guesses one, and nobody's e-mail is said (D41). */
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
  // In one order for everybody, or two would wait for each other.
  for (const by of ['pair', 'email', 'address'] as const) {
    const subject = subjects[by];
    if (subject === null) continue;
    const most = limits[by];
    const times = yield* store.guesses.newest(by, subject, now - guessWindowMs, most);
    const first = times[most - 1];
    if (first !== undefined) throw tooMany(what, first + guessWindowMs - now, wayOut);
  }
}

/** Counters are never removed for room: if strangers have too many, the next caller from there waits (D64). */
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
 * Counts a browser that is sent to the company: of each something is kept for minutes, and nobody may fill the database with that. Throws
 * `rate_limited`; all whose address says nothing count as one stranger (D64).
 */
export function* countCompanySignIn(context: ToolContext): Op<void> {
  const address = context.caller.visit?.address;
  const subjects = { pair: subjectOf(address ?? '', 'company', 'sign-in'), email: null, address: null };
  if (address !== undefined) yield* requireTriesLeft(context, subjects, maxCompanySignIns, 'company sign-ins were begun');
  yield* addGuess(context, subjects);
}

/** Lists of different lengths never hash alike. */
function subjectOf(...parts: string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

function tooMany(what: string, waitMs: number, otherwise: string): GatewayError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const message = `too many ${what}; wait ${seconds} second${seconds === 1 ? '' : 's'}${otherwise}`;
  return new GatewayError('rate_limited', message, { reason: 'too_many_tries', retryAfterSeconds: seconds });
}
