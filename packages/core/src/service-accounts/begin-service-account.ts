import type { Connection } from '@gatehouse/storage';
import { z } from 'zod';
import { findConnection, requireManager } from '../connections/find-connection.ts';
import type { ToolContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { identifier } from '../schema.ts';
import { type OAuthAccess, signInOf } from '../services/access-config.ts';
import { defineTool } from '../tool.ts';
import { beginAuthorization } from './pending-authorization.ts';

export const beginServiceAccount = defineTool({
  name: 'begin_service_account',
  title: 'Begin connecting account',
  description:
    'Gives the address at a service to send this browser to, where its person signs in and allows what calls may do. The service sends the browser back to /app/services/callback within 10 minutes. The account of the organization is connected by whoever manages the connection.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: z.object({ address: z.string() }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { address: 'https://login.example.com/authorize?response_type=code&state=3q2-7wEj' },
  },
  *run(context, { connectionId }) {
    const connection = yield* findConnection(context, connectionId);
    const access = requireSignIn(context, connection);
    return { address: context.services.authorizationAddress(access, yield* beginAuthorization(context, connection, access)) };
  },
});

/** How people sign in at the service, for who may connect the account that is meant there. */
export function requireSignIn(context: Pick<ToolContext, 'caller'>, connection: Connection): OAuthAccess {
  const access = signInOf(connection.config);
  if (!access)
    throw refusal(
      'invalid_argument',
      `nobody signs in at "${connection.service}": this connection has credentials of its own, or needs none`,
    );
  if (access.accounts === 'organization') requireManager(context, connection.visibility);
  return access;
}
