import { accountField, type Connection, type ConnectionAccount, type SealedSecret } from '@gatehouse/storage';
import { z } from 'zod';
import { holdPeople } from '../../identity/people/change-people.ts';
import type { OutsideContext, ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { label } from '../../kernel/log/activity-row.ts';
import type { OAuthAccess } from '../../kernel/ports/access-config.ts';
import type { AccountTokens } from '../../kernel/ports/authorization.ts';
import type { ServiceTarget } from '../../kernel/ports/service-port.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { applyCatalogue } from '../calling/catalogue.ts';
import { targetOf } from '../calling/service-tool.ts';
import { callbackOf } from '../connections/ask-service.ts';
import { findConnection, findConnectionForChange } from '../connections/find-connection.ts';
import { requireSignIn } from './begin-service-account.ts';
import { begun, signInFailed, takeAuthorization } from './pending-authorization.ts';

export const finishServiceAccount = defineDiscoveryTool({
  name: 'finish_service_account',
  title: 'Finish connecting account',
  description:
    'Finish connecting an account with the query string of the callback. It works once, in the session that began it, and stores the account. If the service showed no tools before, its tools are loaded.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    query: z.string().max(8192).describe('query string of the callback URL, after the ?'),
    connectionId: identifier('from the path /app/services/callback/<connectionId>; omit if the path ends with callback').optional(),
  }),
  output: z.object({
    connectionId: z.string(),
    service: z.string(),
    label: z.string().nullable().describe('name of the account at the service, if known'),
    toolsCount: z.int(),
    message: z.string().nullable().describe('reason why the tools of the service could not be loaded'),
  }),
  example: {
    input: { query: 'code=SplxlOBe&state=3q2-7wEj', connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', service: 'github', label: 'ada@example.com', toolsCount: 42, message: null },
  },
  preparationChanges: true,
  *prepare(context, { query, connectionId: arrivedAt }) {
    const answer = new URLSearchParams(query);
    const state = answer.get('state') ?? '';
    const { connectionId } = yield* takeAuthorization(context, state);
    const connection = yield* findConnection(context, connectionId);
    const access = requireSignIn(context, connection);
    // A code from another service arrives at the redirect URI of that service (RFC 9700, 4.4).
    if (pathOf(access.redirectUri) !== pathOf(callbackOf(context, arrivedAt)))
      throw signInFailed(
        'the browser returned to another redirect URI than the one of this service, so nothing was sent; start again under Services',
      );
    const { codeVerifier } = begun(context, connection, access, state);
    return { connection, access, answered: { answer, codeVerifier }, target: targetOf(context, connection) };
  },
  async runOutside(context, { connection, access, answered, target }, call) {
    const { services } = context.ports;
    const tokens = await services.exchangeCode(target, answered, call);
    const account = newAccount(context, connection, access, tokens);
    const sealed = sealTokens(context, account, tokens);
    // List the tools before storing the account, so that the person immediately sees which they can use.
    const found =
      connection.catalogueAt === null ? await list(context, { ...target, account: unstored(account, sealed) }, call) : undefined;
    return { account, sealed, found };
  },
  *conclude(context, { connection: { id }, access }, { account, sealed, found }) {
    const { store, now } = context;
    // Wait for a concurrent removal of the person: nothing of a removed person may be stored.
    yield* holdPeople(context);
    // Find it again: it may have been changed, or removed, during the request to the service.
    const connection = yield* findConnectionForChange(context, id);
    if (JSON.stringify(requireSignIn(context, connection)) !== JSON.stringify(access))
      throw signInFailed('the sign-in settings of this service have changed; start again under Services');
    yield* store.connectionAccounts.connect(account, sealed);
    if (found && !('message' in found)) yield* applyCatalogue(store, connection, found, now, { listedBy: account.personId });
    const toolsCount = (yield* store.serviceTools.names(connection.orgId, id)).length;
    const message = found && 'message' in found ? found.message : null;
    return { connectionId: id, service: connection.service, label: account.label, toolsCount, message };
  },
});

/** Path of an address. The gateway's own address may have changed since the redirect URI was registered. */
function pathOf(address: string): string {
  return new URL(address).pathname;
}

function newAccount(
  { viewer, now }: ToolContext,
  { orgId, id: connectionId }: Connection,
  { accounts, scope }: OAuthAccess,
  tokens: AccountTokens,
): ConnectionAccount {
  return {
    orgId,
    connectionId,
    personId: accounts === 'organization' ? '' : viewer.personId,
    id: newId('acct', now),
    connectedBy: viewer.personId,
    label: label(tokens.label),
    scope: label(tokens.scope ?? scope, 1000),
    status: 'active',
    note: null,
    revision: 1,
    expiresAt: tokens.expiresAt ?? null,
    connectedAt: now,
    claimedAt: null,
  };
}

function sealTokens(
  { gateway: { services } }: ToolContext,
  { orgId, connectionId, personId }: ConnectionAccount,
  tokens: AccountTokens,
): SealedSecret {
  const { label: _label, ...sealed } = tokens;
  // Use the clock that `expiresAt` was computed with.
  return services.seal({ orgId, connectionId, field: accountField(personId) }, JSON.stringify({ ...sealed, since: Date.now() }));
}

/** Account for a connector before it is stored. Its tokens are new, and no other process has them. */
function unstored({ id, personId, revision }: ConnectionAccount, sealed: SealedSecret): ServiceTarget['account'] {
  return {
    id,
    personId,
    read: async () => ({ revision, sealed }),
    claim: async () => Promise.reject(notTaken()),
    renewed: async () => false,
    ended: async () => true,
    connectFirst: async () => notTaken(),
  };
}

function notTaken() {
  return signInFailed('the service does not accept the tokens that it has just issued; start again under Services');
}

/** Lists the tools. A failed listing is reported together with the account, which is valid anyway. */
async function list({ ports: { services } }: OutsideContext, target: ServiceTarget, call: Parameters<typeof services.discover>[1]) {
  try {
    return await services.discover(target, call);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'service_error') return { message: error.message };
    throw error;
  } finally {
    services.forget(target.connectionId, target.account?.id);
  }
}
