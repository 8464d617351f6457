import { createHmac } from 'node:crypto';
import { durationWords, minuteMs } from '@gatehouse/domain';
import type { Connection, ConnectionAuthorization, Op } from '@gatehouse/storage';
import { hashSecret, makeSecret } from '../../identity/secrets/secret.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import type { OAuthAccess } from '../../kernel/ports/access-config.ts';
import type { BegunSignIn } from '../../kernel/ports/authorization.ts';
import { accountPage } from './service-account.ts';

/** Maximum time for signing in at a service, in milliseconds. */
export const authorizationMs = 10 * minuteMs;

/** Sends the browser of this call to a service and stores the pending sign-in. The database has only the hash of the state. */
export function* beginAuthorization(context: ToolContext, connection: Connection, access: OAuthAccess): Op<BegunSignIn> {
  const { store, viewer, now } = context;
  const { session } = sessionOf(context, connection);
  const state = makeSecret();
  yield* store.connectionAuthorizations.create({
    id: newId('authorization', now),
    hash: hashSecret(state),
    orgId: connection.orgId,
    connectionId: connection.id,
    personId: viewer.personId,
    sessionId: session.id,
    createdAt: now,
    expiresAt: now + authorizationMs,
  });
  return begun(context, connection, access, state);
}

/** Takes the authorization that this session began with a state, once. Any other session, and a second use, is refused. */
export function* takeAuthorization(context: ToolContext, state: string): Op<ConnectionAuthorization> {
  const { store, caller, viewer, now } = context;
  const found = caller.session ? yield* store.connectionAuthorizations.take(hashSecret(state), caller.session.id) : undefined;
  if (!found || found.orgId !== viewer.orgId || found.personId !== viewer.personId)
    throw signInFailed(
      'it was not started in this browser with the account that is signed in here, or is already finished; start again under Services',
    );
  if (found.expiresAt <= now) throw signInFailed(`it took longer than ${durationWords(authorizationMs)}; start again under Services`);
  return found;
}

export function signInFailed(why: string): GatewayError {
  return refusal('service_sign_in_failed', `the account was not connected: ${why}`);
}

/**
 * Values that the browser of a session takes to a service. The verifier is derived from a secret of only this browser, and from the client
 * and place that its code is for. A verifier for one client or place is therefore never shown to another.
 */
export function begun(context: ToolContext, connection: Connection, access: OAuthAccess, state: string): BegunSignIn {
  const { token } = sessionOf(context, connection);
  const place = JSON.stringify([connection.orgId, connection.id, access]);
  const codeVerifier = createHmac('sha256', token).update(`gatehouse service verifier\0${place}\0${state}`).digest('base64url');
  return { state, codeVerifier };
}

function sessionOf(context: ToolContext, connection: Connection) {
  const { session, sessionToken: token } = context.caller;
  if (session && token !== undefined) return { session, token };
  throw new GatewayError('forbidden', `connect accounts in a browser: open ${accountPage(context, connection)}`);
}
