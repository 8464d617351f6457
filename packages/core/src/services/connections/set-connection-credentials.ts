import type { Connection, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { type AccessInput, accessInput, accessOf, type CredentialsInput, splitAccess } from '../../kernel/ports/access-config.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { replaceSignIn } from '../accounts/replace-sign-in.ts';
import { targetOf } from '../calling/service-tool.ts';
import { callbackOf } from './ask-service.ts';
import { readSignIn } from './connection-place.ts';
import { findManagedConnection } from './find-connection.ts';

export const setConnectionCredentials = defineDiscoveryTool({
  name: 'set_connection_credentials',
  title: 'Replace credentials',
  description:
    'Replace the credentials of a connection with new ones of the same type. If people sign in at the service, its sign-in is discovered again; if the client changes, everyone must connect their account again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject({ connectionId: identifier('from list_connections'), access: accessInput }),
  output: okOnly,
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', access: { type: 'bearer', token: 'example' } },
    output: { ok: true as const },
  },
  *prepare(context, { connectionId, access }) {
    const connection = yield* findManagedConnection(context, connectionId);
    requireSameKind(connection, access);
    return { connectionId, given: access.type === 'oauth' ? readSignIn(access) : access, target: targetOf(context, connection) };
  },
  async runOutside(context, { given, target }, call) {
    if (given.type !== 'oauth') return undefined;
    return await context.ports.services.findAuthorization(target, { given, redirectUri: callbackOf(context, target.connectionId) }, call);
  },
  *conclude(context, { connectionId, given }, found) {
    // Find it again: it may have been changed, or removed, during the request to the service.
    const connection = yield* findManagedConnection(context, connectionId);
    requireSameKind(connection, given);
    if (found) yield* replaceSignIn(context, connection, found);
    else if (given.type !== 'oauth') yield* replaceSecrets(context, connection, given);
    yield* context.store.connections.noteNewCredentials(connection.orgId, connectionId, context.now);
    context.gateway.services.forget(connectionId);
    return done;
  },
});

/** Allows only new secrets: another address or header would be another connection. */
function requireSameKind({ config }: Connection, given: AccessInput): void {
  const access = accessOf(config);
  const isSame = given.type === 'oauth' ? access.type === 'oauth' : isEqual(splitAccess(given).access, access);
  if (isSame) return;
  throw refusal(
    'invalid_argument',
    'argument "access" must have the same type and names as the current access of the connection; connect the service again to change them',
  );
}

function* replaceSecrets(
  { store, gateway: { services } }: ToolContext,
  { orgId, id: connectionId }: Connection,
  given: CredentialsInput,
): Op<void> {
  for (const [field, text] of Object.entries(splitAccess(given).secrets))
    yield* store.connections.putSecret(services.seal({ orgId, connectionId, field }, text));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
