import { type SessionFault, sessionFault } from '@gatehouse/domain';
import type { Op, Store } from '@gatehouse/storage';
import type { Caller, ClientContext, SessionCredential } from '../../kernel/context/context.ts';
import { GatewayError, unauthorized } from '../../kernel/errors/errors.ts';
import { hashSecret } from '../secrets/secret.ts';

/** Defaults shared by all callers. */
export const nobody: Caller = {
  type: 'visitor',
  orgId: '',
  personId: null,
  role: 'member',
  person: null,
  access: 'write',
  key: null,
  session: null,
  visit: null,
};

export function visitor(visit: ClientContext): Caller {
  return { ...nobody, visit };
}

/**
 * Caller of a session: the person in an organization, or the account alone if no organization is named. Throws `unauthorized`. Without an
 * organization, an expired session gives a visitor, so that signing in again is possible. The answer is the same for an organization that
 * the account does not belong to and for an absent one (D5).
 */
export function* findSession(
  store: Store,
  { token, orgId, visit }: SessionCredential,
  now: number,
): Op<{ caller: Caller; refusal?: GatewayError }> {
  const found = yield* store.sessions.findByHash(hashSecret(token), orgId);
  const fault = found ? sessionFault(found, now) : 'unknown';
  if (!found || fault) {
    if (orgId === undefined) return { caller: visitor(visit) };
    throw unauthorized(faultMessage[fault ?? 'unknown']);
  }
  const { personId, role, personName, personEmail, ...session } = found;
  const caller: Caller = { ...nobody, type: 'account', session, sessionToken: token, visit };
  if (orgId === undefined) return { caller };
  if (personId === null || role === null || personName === null || personEmail === null) return { caller, refusal: notAMember() };
  return { caller: { ...caller, type: 'person', orgId, personId, role, person: { name: personName, email: personEmail } } };
}

function notAMember(): GatewayError {
  return new GatewayError('forbidden', 'your account does not belong to this organization; my_account lists its organizations', {
    reason: 'not_a_member',
  });
}

const faultMessage: Record<SessionFault, string> = {
  unknown: 'this session is unknown; sign in',
  ended: 'this session has ended; sign in again',
  expired: 'this session has expired; sign in again',
};
