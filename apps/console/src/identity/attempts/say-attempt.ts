import { consentRequestMs, durationWords } from '@gatehouse/domain';
import type { OutputOf } from '../../kernel/calls/call.ts';

/** Outcome of a sign-in and the next step, by the reason of the attempt. */
export const attemptWords = {
  connected: { why: 'It is signed in and has called tools.' },
  not_called: { why: "It is signed in but hasn't called a tool yet." },
  ended: { why: 'Its access was revoked, or its person left.', change: 'If you still need it, sign in again from the client.' },
  wrong_key: {
    why: 'It sends a key that is not valid here.',
    change: (origin: string) => `Give it a working key and the address ${origin}/mcp/key, or no key so that it signs in.`,
  },
  wrong_token: {
    why: 'Its token expired or was revoked.',
    change: 'Most clients renew it automatically. If this one does not, sign in again from the client.',
  },
  did_not_look: {
    why: "It was told where to sign in but didn't ask there.",
    change: (origin: string) =>
      `It may not support sign-in. Give it a key and the address ${origin}/mcp/key. Otherwise check that it can reach ${origin}/.well-known/oauth-protected-resource/mcp.`,
  },
  metadata_read: {
    why: 'It read how to sign in, and stopped there.',
    change: 'Click Authenticate, Connect or Sign in in the client. Leave its client ID and secret empty.',
  },
  registered: {
    why: 'It registered, but no browser came to sign in.',
    change: (origin: string) => `Open the address that it shows in a browser that can reach ${origin}.`,
  },
  not_answered: {
    why: 'The consent page was opened, but no one has answered it.',
    change: `Sign in on that page and click Allow within ${durationWords(consentRequestMs)}. Otherwise start again in the client.`,
  },
  not_returned: {
    why: "It was allowed, but the browser didn't return to it.",
    change: 'Start again in the client, and keep the page open until the client says that it is connected.',
  },
  token_not_fetched: {
    why: "The browser returned to the client, but the client didn't ask for its token.",
    change: 'Check that the client is still running. If it listens on localhost, the browser must be on the same machine.',
  },
  token_unused: { why: "It has a token but hasn't used it.", change: 'Let the client list its tools, or restart it.' },
  renewed: { why: "It renewed its token but hasn't called a tool.", change: 'Let the client list its tools, or restart it.' },
  signed_out: { why: 'It signed out.', change: 'If you still need it, sign in again from the client.' },
  refused_for_now: { change: 'Wait a few minutes: too many requests came from this address.' },
  refused_address: { change: (origin: string) => `Enter exactly ${origin}/mcp as the server address in the client.` },
  refused_by_person: { change: 'Start again in the client, and click Allow.' },
  refused_client: { change: 'Remove the server in the client and add it again, so that it registers again.' },
  refused_document: {
    change: "The gateway can't read the page that describes this client. Ask your administrator to let it reach that address.",
  },
  refused_redirect: {
    change: 'Its redirect URI must use https, localhost or an app scheme, without a fragment or a user name.',
  },
  refused_late: {
    change: `Answer within ${durationWords(consentRequestMs)} in the browser that the client opened. Otherwise start again in the client.`,
  },
  refused_flow: { change: 'Update the client: it must use the code flow with PKCE (S256).' },
  refused_grant: { change: 'Sign in again from the client.' },
};

const requests = {
  challenge: 'call',
  metadata: 'metadata request',
  registration: 'registration',
  authorization: 'authorization request',
  consent: 'consent request',
  return: 'return from the consent page',
  token: 'token request',
  connection: 'call',
  refresh: 'token renewal',
  revocation: 'sign-out request',
};

type ConnectAttempt = OutputOf<'list_connect_attempts'>['attempts'][number];

interface Words {
  /** Set if a request was refused. */
  why?: string;
  change?: string | ((origin: string) => string);
}

const byReason: Record<ConnectAttempt['reason'], Words> = attemptWords;

/** Describes an attempt of a client to sign in, and what to do. */
export function sayAttempt(
  { reason, step, steps }: Pick<ConnectAttempt, 'reason' | 'step' | 'steps'>,
  origin: string,
): { why: string; change: string | undefined } {
  const { why, change } = byReason[reason];
  const error = steps.findLast((one) => one.step === step && one.status >= 400)?.answered.error ?? 'refused';
  return { why: why ?? `Its ${requests[step]} was refused (${error}).`, change: typeof change === 'function' ? change(origin) : change };
}
