import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { signInOf } from '../../kernel/ports/access-config.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { targetOf } from '../calling/service-tool.ts';
import { findConnectionForChange, isManager, requireManager } from '../connections/find-connection.ts';

export const disconnectServiceAccount = defineDiscoveryTool({
  name: 'disconnect_service_account',
  title: 'Disconnect account',
  description:
    'Disconnect an account at a service at once, in every process, and revoke its tokens there: your own account, or any account of a connection that you manage.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: true },
  input: z.strictObject({
    connectionId: identifier('from list_connections'),
    personId: identifier('from list_service_accounts; default: the account that your calls use').optional(),
  }),
  output: z.object({
    isRevoked: z.boolean().describe('true if the service confirmed that the tokens are revoked'),
    message: z.string().nullable().describe('reason why the revocation is not confirmed'),
  }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { isRevoked: true, message: null },
  },
  preparationChanges: true,
  *prepare(context, { connectionId, personId }) {
    const { store, viewer } = context;
    const connection = yield* findConnectionForChange(context, connectionId);
    const isOrganizations = signInOf(connection.config)?.accounts === 'organization';
    const holder = isOrganizations ? '' : (personId ?? viewer.personId);
    if (isOrganizations) requireManager(context, connection.visibility);
    else if (holder !== viewer.personId && !isManager(context, connection))
      throw new GatewayError('forbidden', 'members can only disconnect their own account; ask an owner or an admin');
    const { orgId } = connection;
    const account = yield* store.connectionAccounts.find(orgId, connectionId, holder);
    if (!account) throw refusal('nothing_to_change', 'no such account is connected; list_service_accounts shows the connected accounts');
    const tokens = (yield* store.connectionAccounts.tokens(account))?.sealed;
    yield* store.connectionAccounts.remove(orgId, connectionId, holder);
    return { accountId: account.id, tokens, target: targetOf(context, connection) };
  },
  async runOutside({ ports: { services } }, { accountId, tokens, target }, call) {
    services.forget(target.connectionId, accountId);
    if (!tokens) return { isRevoked: false, message: 'the account had already ended: there were no tokens to revoke' };
    try {
      await services.revokeAccount(target, tokens, call);
      return { isRevoked: true, message: null };
    } catch (error) {
      // The account is removed here, whatever the service answers.
      if (error instanceof GatewayError && error.code === 'service_error') return { isRevoked: false, message: error.message };
      throw error;
    }
  },
  // biome-ignore lint/correctness/useYield: all was stored before the service was told
  *conclude(_context, _prepared, told) {
    return told;
  },
});
