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
    return { state: 'connected', step: furthest.step, reason: 'connected', why: 'It is signed in, and has called.', change: null };
  if (key && attempt.some(({ step }) => step === 'connection'))
    return {
      state: 'connected',
      step: furthest.step,
      reason: 'not_called',
      why: 'It is signed in, and has not called a tool yet.',
      change: null,
    };
  const isRecent = now - last.at < patienceMs;
  return { state: isRecent ? 'under_way' : 'stopped', step: furthest.step, ...reached[furthest.step](furthest, by) };
}

const ended: Said = {
  reason: 'ended',
  why: 'Its grant was ended, or its person left.',
  change: 'Sign it in again, if it is still wanted.',
};
const addAgain = 'Remove the server in the client and add it again: it then registers again.';

function orderOf({ step }: KeptStep): number {
  return connectStepNames.indexOf(step);
}

/** Advice after a step that succeeded and was the last. */
const reached: Record<ConnectStepName, (step: KeptStep, by: JudgedBy) => Said> = {
  challenge: ({ asked }, { baseUrl }) => {
    if (asked.shown === 'key')
      return {
        reason: 'wrong_key',
        why: 'It shows a key that is not good here.',
        change: `Give it a key that works, at ${baseUrl}/mcp/key, or none, so that it signs in.`,
      };
    if (asked.shown === 'token')
      return {
        reason: 'wrong_token',
        why: 'It shows a token that is over, or whose grant was ended.',
        change: 'Most clients renew it by themselves; else sign it in again.',
      };
    return {
      reason: 'did_not_look',
      why: 'It was told where to sign in, and did not look there.',
      change: `It may sign in nowhere: give it a key, at ${baseUrl}/mcp/key. Else see whether it reaches ${baseUrl}/.well-known/oauth-protected-resource/mcp.`,
    };
  },
  metadata: () => ({
    reason: 'metadata_read',
    why: 'It read how to sign in, and went no further.',
    change:
      'Press what signs it in (Authenticate, Connect, Sign in). One that wants a client id and a secret cannot sign in here: leave both empty.',
  }),
  registration: (_, { baseUrl }) => ({
    reason: 'registered',
    why: 'It registered, and no browser came to sign in.',
    change: `Open the address that it shows, or let it open a browser, on a machine that reaches ${baseUrl}.`,
  }),
  authorization: () => ({
    reason: 'not_answered',
    why: 'The page that asks for consent was opened, and no one has answered.',
    change: `Sign in on that page and press Allow, within ${durationWords(consentRequestMs)}; else begin again in the client.`,
  }),
  consent: () => ({
    reason: 'not_returned',
    why: 'It was allowed, and the browser did not go back to it.',
    change: 'Begin again in the client, and leave the page open until the client says that it is connected.',
  }),
  return: ({ answered }) => ({
    reason: 'token_not_fetched',
    why: `The browser was sent to ${answered.redirect_uri ?? 'the client'}, and the client did not come for its token.`,
    change:
      'Is the client still running? Where the answer goes to localhost, browser and client must be on one machine: not over SSH, nor in a container.',
  }),
  token: () => ({
    reason: 'token_unused',
    why: 'It has a token, and has not come with it.',
    change: 'Have the client list its tools, or start it again.',
  }),
  connection: () => ({
    reason: 'not_called',
    why: 'It came with its token, and has not called a tool.',
    change: 'Have the client call a tool.',
  }),
  refresh: () => ({
    reason: 'renewed',
    why: 'It renewed its token, and has not called.',
    change: 'Have the client list its tools, or start it again.',
  }),
  revocation: () => ({ reason: 'signed_out', why: 'It signed out by itself.', change: 'Sign it in again, if it is still wanted.' }),
};

function sayRefused({ step, answered, clientId }: KeptStep, { baseUrl }: JudgedBy): Said {
  const { error = 'refused', detail } = answered;
  const why = `Its ${requestOf[step]} was refused: ${detail === undefined ? error : `${error}, ${detail}`}.`;
  const described = error === 'invalid_client' && clientId?.startsWith('https://') ? URL.parse(clientId) : null;
  return { why, ...(described ? { reason: 'refused_document', change: changeForDocument(described) } : changeFor(step, error, baseUrl)) };
}

/** Advice for a client that a document describes: adding it again does not make it register. */
function changeForDocument({ host }: URL): string {
  return `The gateway reads at ${host} who this client is: let it reach that, or set GATEHOUSE_OAUTH=registration, so that clients register themselves.`;
}

const requestOf: Record<ConnectStepName, string> = {
  challenge: 'call',
  metadata: 'look at the metadata',
  registration: 'registration',
  authorization: 'authorization request',
  consent: 'request for consent',
  return: 'return from the consent page',
  token: 'request for a token',
  connection: 'call',
  refresh: 'request to renew its token',
  revocation: 'request to sign out',
};

type Change = Pick<Said, 'reason' | 'change'>;

function changeFor(step: ConnectStepName, error: string, baseUrl: string): Change {
  if (error === 'temporarily_unavailable')
    return { reason: 'refused_for_now', change: 'Wait as long as it says: too many such requests came from this address.' };
  if (error === 'invalid_target')
    return { reason: 'refused_address', change: `Give the client exactly ${baseUrl}/mcp as the address of the server.` };
  if (error === 'access_denied') return { reason: 'refused_by_person', change: 'Begin again in the client, and press Allow.' };
  if (error === 'invalid_client' || (step === 'authorization' && error === 'invalid_redirect_uri'))
    return { reason: 'refused_client', change: addAgain };
  if (step === 'registration')
    return {
      reason: 'refused_redirect',
      change:
        'Where it is sent back to must be https, this machine (localhost, 127.0.0.1, [::1]) or a program, without a fragment or a user name.',
    };
  if (step === 'return')
    return {
      reason: 'refused_late',
      change: `Answer in the browser that the client opened, and within ${durationWords(consentRequestMs)}; else begin again in the client.`,
    };
  if (step === 'authorization') return { reason: 'refused_flow', change: 'Update the client: it must use the code flow with PKCE (S256).' };
  return { reason: 'refused_grant', change: 'Sign the client in again.' };
}
