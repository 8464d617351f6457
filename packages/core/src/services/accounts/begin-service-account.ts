import { durationWords } from '@gatehouse/domain';
import type { Connection } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { type OAuthAccess, signInOf } from '../../kernel/ports/access-config.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { targetOf } from '../calling/service-tool.ts';
import { findConnection, findConnectionForChange, requireManager } from '../connections/find-connection.ts';
import { ownRedirect } from './own-redirect.ts';
import { authorizationMs, beginAuthorization } from './pending-authorization.ts';
import { replaceSignIn } from './replace-sign-in.ts';

export const beginServiceAccount = defineDiscoveryTool({
  name: 'begin_service_account',
  title: 'Begin connecting account',
  description: `Return the URL at a service to send this browser to, where its person signs in and grants access for calls. The service must send the browser back to /app/services/callback within ${durationWords(authorizationMs)}. Only a manager of the connection can connect the account of the organization.`,
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: z.object({ address: z.string() }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { address: 'https://login.example.com/authorize?response_type=code&state=3q2-7wEj' },
  },
  *prepare(context, { connectionId }) {
    const connection = yield* findConnection(context, connectionId);
    return { connectionId, access: requireSignIn(context, connection), target: targetOf(context, connection) };
  },
  runOutside: (context, { access, target }, call) => ownRedirect(context, target, access, call),
  *conclude(context, { connectionId, access: known }, own) {
    // Find it again: it may have been changed, or removed, during the request to the service.
    const connection = yield* findConnectionForChange(context, connectionId);
    const access = requireSignIn(context, connection);
    const current = own && isSame(access, known) ? yield* replaceSignIn(context, connection, own) : connection;
    const signIn = requireSignIn(context, current);
    return { address: context.ports.services.authorizationAddress(signIn, yield* beginAuthorization(context, current, signIn)) };
  },
});

function isSame(one: OAuthAccess, other: OAuthAccess): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the sign-in of a service, for callers who may connect the account it needs. Throws if people do not sign in there. */
export function requireSignIn(context: Pick<ToolContext, 'caller'>, connection: Connection): OAuthAccess {
  const access = signInOf(connection.config);
  if (!access)
    throw refusal(
      'invalid_argument',
      `people do not sign in at "${connection.service}": this connection has its own credentials, or needs none`,
    );
  if (access.accounts === 'organization') requireManager(context, connection.visibility);
  return access;
}
