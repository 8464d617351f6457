import type { Connection, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type Access, accessOf, oauthAccessShape } from '../../kernel/ports/access-config.ts';
import type { FoundAuthorization } from '../../kernel/ports/authorization.ts';
import { sealClientSecret } from '../connections/ask-service.ts';
import { beginAgain } from './begin-again.ts';

/**
 * Stores a new sign-in and returns the connection. If the client or the place has changed, all people must connect their accounts again.
 */
export function* replaceSignIn(
  context: ToolContext,
  connection: Connection,
  { access, clientSecret }: Pick<FoundAuthorization, 'access' | 'clientSecret'>,
): Op<Connection> {
  const { orgId, id: connectionId, config } = connection;
  const secrets = sealClientSecret(context, { orgId, connectionId }, clientSecret);
  const edited = { ...connection, config: { ...config, access } };
  yield* context.store.connections.edit(edited);
  if (!isSameClient(access, accessOf(config))) yield* beginAgain(context, connection, secrets);
  else for (const secret of secrets) yield* context.store.connections.putSecret(secret);
  return edited;
}

/** Compares two clients. Tokens do not depend on the redirect URI. */
function isSameClient(one: Access, other: Access): boolean {
  const [left, right] = [one, other].map((access) => JSON.stringify({ ...access, redirectUri: '', clientFrom: '' }, Object.keys(fields)));
  return left === right;
}

const fields = oauthAccessShape.shape;
