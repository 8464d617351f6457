import type { KeyOfPerson } from '@gatehouse/storage';
import { type ConnectStepName, connectStepNames, isRefused, type KeptStep } from './connect-step.ts';
import type { Attempt } from './group-attempts.ts';

export const attemptStates = ['connected', 'under_way', 'stopped'] as const;

export interface Judged {
  state: (typeof attemptStates)[number];
  /** The step that it came to. */
  step: ConnectStepName;
  /** What is so. */
  why: string;
  /** What to do; null where there is nothing to do. */
  change: string | null;
}

type Said = Pick<Judged, 'why' | 'change'>;

/** What an attempt is judged by beside its steps. */
export interface JudgedBy {
  /** The public address of the gateway. */
  baseUrl: string;
  now: number;
  /** The key of its grant; undefined where there is none. */
  key: { isGood: boolean; lastUsedAt: KeyOfPerson['lastUsedAt'] } | undefined;
}

const patienceMs = 10 * 60_000;

/** Says whether a client is connected, else where it stopped and what to change. */
export function judgeAttempt(attempt: Attempt, by: JudgedBy): Judged {
  const { key, now } = by;
  const last = attempt.at(-1) as KeptStep;
  const furthest = attempt.reduce((reached, step) => (orderOf(step) >= orderOf(reached) ? step : reached));
  if (key && !key.isGood) return { state: 'stopped', step: furthest.step, ...ended };
  const refused = attempt.findLast((step) => step.step !== 'challenge');
  if (refused && isRefused(refused)) return { state: 'stopped', step: refused.step, ...sayRefused(refused, by) };
  if (key && key.lastUsedAt !== null)
    return { state: 'connected', step: furthest.step, why: 'It is signed in, and has called.', change: null };
  if (key && attempt.some(({ step }) => step === 'connection'))
    return { state: 'connected', step: furthest.step, why: 'It is signed in, and has not called a tool yet.', change: null };
  const isRecent = now - last.at < patienceMs;
  return { state: isRecent ? 'under_way' : 'stopped', step: furthest.step, ...reached[furthest.step](furthest, by) };
}

const ended: Said = { why: 'Its grant was ended, or its person left.', change: 'Sign it in again, if it is still wanted.' };
const anew = 'Remove the server in the client and add it again: it registers anew then.';

function orderOf({ step }: KeptStep): number {
  return connectStepNames.indexOf(step);
}

/** What is to do behind a step that was answered well, and was the last. */
const reached: Record<ConnectStepName, (step: KeptStep, by: JudgedBy) => Said> = {
  challenge: ({ asked }, { baseUrl }) => {
    if (asked.shown === 'key')
      return {
        why: 'It shows a key that is not good here.',
        change: `Give it a key that works, at ${baseUrl}/mcp/key, or none, so that it signs in.`,
      };
    if (asked.shown === 'token')
      return {
        why: 'It shows a token that is over, or whose grant was ended.',
        change: 'Most clients renew it by themselves; else sign it in again.',
      };
    return {
      why: 'It was told where to sign in, and did not look there.',
      change: `It may sign in nowhere: give it a key, at ${baseUrl}/mcp/key. Else see whether it reaches ${baseUrl}/.well-known/oauth-protected-resource/mcp.`,
    };
  },
  metadata: () => ({
    why: 'It read how to sign in, and went no further.',
    change:
      'Press what signs it in (Authenticate, Connect, Sign in). One that wants a client id and a secret cannot sign in here: leave both empty.',
  }),
  registration: (_, { baseUrl }) => ({
    why: 'It registered, and no browser came to sign in.',
    change: `Open the address that it shows, or let it open a browser, on a machine that reaches ${baseUrl}.`,
  }),
  authorization: () => ({
    why: 'The page that asks for consent was opened, and nobody has answered.',
    change: 'Sign in on that page and press Allow, within half an hour; else begin again in the client.',
  }),
  consent: () => ({
    why: 'It was allowed, and the browser did not go back to it.',
    change: 'Begin again in the client, and leave the page open until the client says that it is connected.',
  }),
  return: ({ answered }) => ({
    why: `The browser was sent to ${answered.redirect_uri ?? 'the client'}, and the client did not come for its token.`,
    change:
      'Is the client still running? Where the answer goes to localhost, browser and client must be on one machine: not over SSH, nor in a container.',
  }),
  token: () => ({ why: 'It has a token, and has not come with it.', change: 'Have the client list its tools, or start it anew.' }),
  connection: () => ({ why: 'It came with its token, and has not called a tool.', change: 'Have the client call a tool.' }),
  refresh: () => ({ why: 'It renewed its token, and has not called.', change: 'Have the client list its tools, or start it anew.' }),
  revocation: () => ({ why: 'It signed out by itself.', change: 'Sign it in again, if it is still wanted.' }),
};

function sayRefused({ step, answered, clientId }: KeptStep, { baseUrl }: JudgedBy): Said {
  const { error = 'refused', detail } = answered;
  const why = `Its ${requestOf[step]} was refused: ${detail === undefined ? error : `${error}, ${detail}`}.`;
  const described = error === 'invalid_client' && clientId?.startsWith('https://') ? URL.parse(clientId) : null;
  return { why, change: described ? changeForDocument(described) : changeFor(step, error, baseUrl) };
}

/** Nobody gets a client that is described by a document to register by adding it once more. */
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

function changeFor(step: ConnectStepName, error: string, baseUrl: string): string {
  if (error === 'temporarily_unavailable') return 'Wait as long as it says: too many such requests came from this address.';
  if (error === 'invalid_target') return `Give the client exactly ${baseUrl}/mcp as the address of the server.`;
  if (error === 'access_denied') return 'Begin again in the client, and press Allow.';
  if (error === 'invalid_client' || (step === 'authorization' && error === 'invalid_redirect_uri')) return anew;
  if (step === 'registration')
    return 'Where it is sent back to must be https, this machine (localhost, 127.0.0.1, [::1]) or a program, without a fragment or a user name.';
  if (step === 'return') return 'Answer in the browser that the client opened, and within half an hour; else begin again in the client.';
  if (step === 'authorization') return 'Update the client: it must use the code flow with PKCE (S256).';
  return 'Sign the client in again.';
}
