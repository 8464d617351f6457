import { consentRequestMs, durationWords, minuteMs } from '@gatehouse/domain';
import type { KeyOfPerson } from '@gatehouse/storage';
import { type ConnectStepName, connectStepNames, isRefused, type KeptStep } from './connect-step.ts';
import type { Attempt } from './group-attempts.ts';

export const attemptStates = ['connected', 'under_way', 'stopped'] as const;

/** Reasons for the state of an attempt. Pages choose their text by them. */
export const attemptReasons = [
  'connected',
  'not_called',
  'ended',
  'wrong_key',
  'wrong_token',
  'did_not_look',
  'metadata_read',
  'registered',
  'not_answered',
  'not_returned',
  'token_not_fetched',
  'token_unused',
  'renewed',
  'signed_out',
  'refused_for_now',
  'refused_address',
  'refused_by_person',
  'refused_client',
  'refused_document',
  'refused_redirect',
  'refused_late',
  'refused_flow',
  'refused_grant',
] as const;

type AttemptReason = (typeof attemptReasons)[number];

export interface Judged {
  state: (typeof attemptStates)[number];
  /** Last step reached. */
  step: ConnectStepName;
  reason: AttemptReason;
  /** State and its reason, as a sentence. */
  why: string;
  /** Advice. Null if there is nothing to do. */
  change: string | null;
}

type Said = Pick<Judged, 'reason' | 'why' | 'change'>;

/** Facts for judging an attempt, in addition to its steps. */
export interface JudgedBy {
  /** Public address of the gateway. */
  baseUrl: string;
  now: number;
  /** Key of the grant. Undefined if there is none. */
  key: { isGood: boolean; lastUsedAt: KeyOfPerson['lastUsedAt'] } | undefined;
}

const patienceMs = 10 * minuteMs;

/** Decides if a client is connected. If not, names the step where it stopped and what to change. */
export function judgeAttempt(attempt: Attempt, by: JudgedBy): Judged {
  const { key, now } = by;
  const last = attempt.at(-1) as KeptStep;
  const furthest = attempt.reduce((reached, step) => (orderOf(step) >= orderOf(reached) ? step : reached));
  if (key && !key.isGood) return { state: 'stopped', step: furthest.step, ...ended };
  const refused = attempt.findLast((step) => step.step !== 'challenge');
  if (refused && isRefused(refused)) return { state: 'stopped', step: refused.step, ...sayRefused(refused, by) };
  if (key && key.lastUsedAt !== null)
    return { state: 'connected', step: furthest.step, reason: 'connected', why: 'It is signed in and has made calls.', change: null };
  if (key && attempt.some(({ step }) => step === 'connection'))
    return {
      state: 'connected',
      step: furthest.step,
      reason: 'not_called',
      why: 'It is signed in, but has not called a tool yet.',
      change: null,
    };
  const isRecent = now - last.at < patienceMs;
  return { state: isRecent ? 'under_way' : 'stopped', step: furthest.step, ...reached[furthest.step](furthest, by) };
}

const ended: Said = {
  reason: 'ended',
  why: 'Its grant was ended, or its person left the organization.',
  change: 'Sign in again if you still want it.',
};
const addAgain = 'Remove the server in the client and add it again, so that it registers again.';

function orderOf({ step }: KeptStep): number {
  return connectStepNames.indexOf(step);
}

/** Advice after a step that succeeded and was the last. */
const reached: Record<ConnectStepName, (step: KeptStep, by: JudgedBy) => Said> = {
  challenge: ({ asked }, { baseUrl }) => {
    if (asked.shown === 'key')
      return {
        reason: 'wrong_key',
        why: 'Its key is not valid here.',
        change: `Give it a valid key and the address ${baseUrl}/mcp/key, or no key, so that it signs in.`,
      };
    if (asked.shown === 'token')
      return {
        reason: 'wrong_token',
        why: 'Its token has expired, or its grant was ended.',
        change: 'Most clients renew tokens themselves; if this one does not, sign in again.',
      };
    return {
      reason: 'did_not_look',
      why: 'It received the sign-in address, but did not request it.',
      change: `It may not support sign-in: give it a key and the address ${baseUrl}/mcp/key. Otherwise check that it can reach ${baseUrl}/.well-known/oauth-protected-resource/mcp.`,
    };
  },
  metadata: () => ({
    reason: 'metadata_read',
    why: 'It read the sign-in metadata and then stopped.',
    change:
      'Press its sign-in button (Authenticate, Connect, Sign in). If it asks for a client ID and a secret, leave both empty: clients that require them cannot sign in here.',
  }),
  registration: (_, { baseUrl }) => ({
    reason: 'registered',
    why: 'It registered, but no browser opened the sign-in page.',
    change: `Open the address that it shows, or let it open a browser, on a machine that can reach ${baseUrl}.`,
  }),
  authorization: () => ({
    reason: 'not_answered',
    why: 'The consent page was opened, but not answered.',
    change: `Sign in on that page and press Allow within ${durationWords(consentRequestMs)}; otherwise start again in the client.`,
  }),
  consent: () => ({
    reason: 'not_returned',
    why: 'It was allowed, but the browser did not return to it.',
    change: 'Start again in the client, and leave the page open until the client reports that it is connected.',
  }),
  return: ({ answered }) => ({
    reason: 'token_not_fetched',
    why: `The browser was sent to ${answered.redirect_uri ?? 'the client'}, but the client did not request its token.`,
    change:
      'Check that the client is still running. If it redirects to localhost, browser and client must run on the same machine, not over SSH or in a container.',
  }),
  token: () => ({
    reason: 'token_unused',
    why: 'It has a token, but has not used it.',
    change: 'Let the client list its tools, or restart it.',
  }),
  connection: () => ({
    reason: 'not_called',
    why: 'It connected with its token, but has not called a tool.',
    change: 'Let the client call a tool.',
  }),
  refresh: () => ({
    reason: 'renewed',
    why: 'It renewed its token, but has not made a call.',
    change: 'Let the client list its tools, or restart it.',
  }),
  revocation: () => ({ reason: 'signed_out', why: 'It signed out.', change: 'Sign in again if you still want it.' }),
};

function sayRefused({ step, answered, clientId }: KeptStep, { baseUrl }: JudgedBy): Said {
  const { error = 'refused', detail } = answered;
  const why = `Its ${requestOf[step]} was refused: ${detail === undefined ? error : `${error}, ${detail}`}.`;
  const described = error === 'invalid_client' && clientId?.startsWith('https://') ? URL.parse(clientId) : null;
  return { why, ...(described ? { reason: 'refused_document', change: changeForDocument(described) } : changeFor(step, error, baseUrl)) };
}

/** Advice for a client that a document describes: adding it again does not make it register. */
function changeForDocument({ host }: URL): string {
  return `The gateway reads the description of this client from ${host}: allow it to reach that host, or set GATEHOUSE_OAUTH=registration, so that clients register themselves.`;
}

const requestOf: Record<ConnectStepName, string> = {
  challenge: 'call',
  metadata: 'metadata request',
  registration: 'registration',
  authorization: 'authorization request',
  consent: 'consent request',
  return: 'return from the consent page',
  token: 'token request',
  connection: 'call',
  refresh: 'token renewal request',
  revocation: 'sign-out request',
};

type Change = Pick<Said, 'reason' | 'change'>;

function changeFor(step: ConnectStepName, error: string, baseUrl: string): Change {
  if (error === 'temporarily_unavailable')
    return { reason: 'refused_for_now', change: 'Wait as long as the answer states: too many such requests came from this address.' };
  if (error === 'invalid_target')
    return { reason: 'refused_address', change: `Enter exactly ${baseUrl}/mcp as the server address in the client.` };
  if (error === 'access_denied') return { reason: 'refused_by_person', change: 'Start again in the client, and press Allow.' };
  if (error === 'invalid_client' || (step === 'authorization' && error === 'invalid_redirect_uri'))
    return { reason: 'refused_client', change: addAgain };
  if (step === 'registration')
    return {
      reason: 'refused_redirect',
      change:
        'Its redirect URI must be an https URL, this machine (localhost, 127.0.0.1, [::1]) or the scheme of a program, without a fragment or user name.',
    };
  if (step === 'return')
    return {
      reason: 'refused_late',
      change: `Answer in the browser that the client opened, within ${durationWords(consentRequestMs)}; otherwise start again in the client.`,
    };
  if (step === 'authorization') return { reason: 'refused_flow', change: 'Update the client: it must use the code flow with PKCE (S256).' };
  return { reason: 'refused_grant', change: 'Sign the client in again.' };
}
