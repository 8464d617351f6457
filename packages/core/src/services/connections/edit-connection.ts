import { connectionVisibilities, maxConnectionName, maxServiceAddress, type StoredVisibility } from '@gatehouse/domain';
import type { Connection, Op } from '@gatehouse/storage';
import { z } from 'zod';
import { requireGroup } from '../../identity/groups/find-group.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { type AccessInput, accessInput, accessOf, type OAuthAccessInput, signInOf, splitAccess } from '../../kernel/ports/access-config.ts';
import type { JsonObject, SealedSecret, ServiceTarget } from '../../kernel/ports/service-port.ts';
import { identifier, line, name } from '../../kernel/schema/schema.ts';
import { beginAgain } from '../accounts/begin-again.ts';
import { findAccount } from '../accounts/service-account.ts';
import { applyCatalogue } from '../calling/catalogue.ts';
import { callOrigins, credentialOrigins } from '../calling/credential-origins.ts';
import { targetOf } from '../calling/service-tool.ts';
import { serviceUrl } from '../calling/service-url.ts';
import { askService } from './ask-service.ts';
import { largestResult } from './connection-fields.ts';
import { placeFields, readOrigins, readSignIn } from './connection-place.ts';
import { groupIds, shareWithGroups, wantedVisibility } from './connection-users.ts';
import { findManagedConnection, requireManager } from './find-connection.ts';

const input = z.strictObject({
  connectionId: identifier('from list_connections'),
  name: name(maxConnectionName, 'display name').optional(),
  label: z
    .union([z.literal(''), line(maxConnectionName, 'account or purpose')])
    .optional()
    .describe('account or purpose; "" removes it'),
  visibility: z.enum(connectionVisibilities).optional().describe('private: only its owner can use it; organization: everyone'),
  groupIds,
  holdNew: z.boolean().optional().describe('hold tools that the service adds later for approval'),
  largestResult: z
    .union([z.literal(0), largestResult('0 for no limit')])
    .optional()
    .describe('maximum bytes of a result that callers receive in full; 0 for no limit'),
  url: z.string().max(maxServiceAddress).optional().describe('MCP endpoint, or URL of the OpenAPI document'),
  baseUrl: z.string().max(maxServiceAddress).optional().describe('base URL of an OpenAPI service'),
  confirmOrigins: placeFields.confirmOrigins,
  access: accessInput
    .optional()
    .describe('credentials of the same type, required if their origin changes. With "oauth", everyone must sign in again'),
});

type Arguments = z.output<typeof input>;

/** Arguments of an edit. If the way to the service changes, it is asked for its tools before anything is stored. */
export interface Edited {
  given: Arguments;
  found: { config: JsonObject; secrets: SealedSecret[]; signIn: OAuthAccessInput | undefined; target: ServiceTarget } | undefined;
}

export const editConnection = defineDiscoveryTool({
  name: 'edit_connection',
  title: 'Edit connection',
  description: 'Change the name, label, visibility, address or limits of a connection. Marks, approvals and disabled tools are kept.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: true },
  input,
  output: z.object({
    connectionId: z.string(),
    held: z.array(z.string()).describe('tools that now wait for approval'),
    callOrigins: z.array(z.string()).describe('origins that receive its calls'),
    credentialOrigins: z.array(z.string()).describe('origins that receive its credentials'),
  }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'GitHub of the team', url: 'https://mcp.example.com/v2/mcp' },
    output: {
      connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2',
      held: [],
      callOrigins: ['https://mcp.example.com'],
      credentialOrigins: ['https://mcp.example.com'],
    },
  },
  *prepare(context, given): Op<Edited> {
    const connection = yield* findManagedConnection(context, given.connectionId);
    refuseNothing(given);
    refuseVisibility(context, connection, wantedVisibility(given));
    for (const groupId of given.groupIds ?? []) yield* requireGroup(context, groupId);
    if (given.url === undefined && given.baseUrl === undefined && given.confirmOrigins === undefined) {
      if (given.access)
        throw refusal(
          'invalid_argument',
          'argument "access" is only for a new address; to replace credentials, use set_connection_credentials',
        );
      return { given, found: undefined };
    }
    const config = { ...withLargest(connection.config, given), ...addressOf(connection, given) };
    const { secrets, signIn } = accessAgain(context, connection, config, given.access);
    const account = yield* findAccount(context, connection);
    const known = targetOf(context, { ...connection, config }, account?.status === 'active' ? account : undefined);
    const target = { ...known, ...(secrets.length > 0 && { readSecrets: async () => secrets }) };
    return { given, found: { config, secrets, signIn, target } };
  },
  async runOutside(context, { found }, call) {
    return found && (await askService(context, found.target, { signIn: found.signIn }, call));
  },
  *conclude(context, { given, found }, discovery) {
    const { store, now } = context;
    // Find it again: it may have been changed, or removed, during the request to the service.
    const connection = yield* findManagedConnection(context, given.connectionId);
    const { name = connection.name, holdNew = connection.holdNew } = given;
    const visibility = wantedVisibility(given) ?? connection.visibility;
    const label = given.label === undefined ? connection.label : given.label || null;
    const config = withLargest(connection.config, given);
    const edited: Connection = { ...connection, config, name, label, visibility, holdNew, updatedAt: now };
    if (visibility === 'private') yield* removeUnseenAccounts(context, edited);
    if (visibility !== 'groups' || given.groupIds) yield* shareWithGroups(context, edited, given.groupIds);
    if (!found || !discovery) {
      yield* store.connections.edit(edited);
      return {
        connectionId: edited.id,
        held: yield* store.serviceTools.heldNames(edited.orgId, edited.id),
        ...originsOf(edited),
      };
    }
    const moved = { ...edited, config: discovery.config ?? found.config, revision: connection.revision + 1 };
    yield* store.connections.edit(moved);
    for (const secret of found.secrets) yield* store.connections.putSecret(secret);
    if (found.signIn) yield* beginAgain(context, moved, discovery.signInSecrets);
    const listedBy = found.signIn ? undefined : found.target.account?.personId;
    if (!discovery.needsAccount) yield* applyCatalogue(store, moved, discovery, now, { listedBy, isAsked: true });
    context.gateway.services.forget(moved.id);
    const held = yield* store.serviceTools.heldNames(moved.orgId, moved.id);
    return { connectionId: moved.id, held, ...originsOf(moved) };
  },
});

function originsOf({ config }: Connection) {
  return { callOrigins: callOrigins(config), credentialOrigins: credentialOrigins(config) };
}

function refuseNothing({ connectionId, ...changes }: Arguments): void {
  if (Object.values(changes).some((value) => value !== undefined)) return;
  throw refusal(
    'nothing_to_change',
    'nothing to change: give name, label, visibility, groupIds, holdNew, largestResult, url, baseUrl or confirmOrigins',
  );
}

function withLargest({ largestResult: known, ...config }: JsonObject, { largestResult = known }: { largestResult?: unknown }): JsonObject {
  return { ...config, ...(typeof largestResult === 'number' && largestResult > 0 && { largestResult }) };
}

/**
 * Checks a change of visibility. Only the owner can make a connection private, because all others lose it. Making it the organization's
 * needs a manager of those.
 */
function refuseVisibility(context: ToolContext, connection: Connection, wanted: StoredVisibility | undefined): void {
  if (wanted === undefined || wanted === connection.visibility) return;
  requireManager(context, wanted);
  if (wanted === 'private' && connection.ownerId !== context.caller.personId)
    throw new GatewayError('forbidden', 'only the owner of the connection can make it private; pause or remove it instead');
}

function addressOf({ kind, config }: Connection, { url, baseUrl, confirmOrigins }: Arguments): JsonObject {
  if (kind === 'mcp-stdio') throw refusal('invalid_argument', 'a command has no address; remove the connection and add it again');
  if (kind === 'mcp-http') {
    if (baseUrl !== undefined || confirmOrigins !== undefined || url === undefined)
      throw refusal('invalid_argument', 'arguments "baseUrl" and "confirmOrigins" are only for kind "openapi"; give "url"');
    return { url: serviceUrl('url', url) };
  }
  if (url !== undefined && typeof config.documentUrl !== 'string')
    throw refusal('invalid_argument', 'the OpenAPI document of this connection was given as text; give "baseUrl", or connect it again');
  return {
    ...(url !== undefined && { documentUrl: serviceUrl('url', url) }),
    ...(baseUrl !== undefined && { baseUrl: serviceUrl('baseUrl', baseUrl) }),
    ...(confirmOrigins !== undefined && { confirmedOrigins: [...new Set([...confirmedOf(config), ...readOrigins(confirmOrigins)])] }),
  };
}

function confirmedOf({ confirmedOrigins }: JsonObject): string[] {
  return Array.isArray(confirmedOrigins) ? confirmedOrigins : [];
}

/** Removes other people's accounts from a connection that becomes private, because their owners can no longer see them. */
function* removeUnseenAccounts({ store }: ToolContext, { orgId, id, ownerId, config }: Connection): Op<void> {
  if (signInOf(config)?.accounts === 'person') yield* store.connectionAccounts.removeOthers(orgId, id, ownerId);
}

interface AccessAgain {
  secrets: SealedSecret[];
  /** Set if people must sign in again, because their tokens would go to another place. */
  signIn: OAuthAccessInput | undefined;
}

/**
 * Reads the access of an edit. Credentials go to another place only if they are given again: a manager of a connection need not know its
 * credentials. // D36
 */
function accessAgain(
  { gateway: { services } }: ToolContext,
  connection: Connection,
  config: JsonObject,
  given: AccessInput | undefined,
): AccessAgain {
  const access = accessOf(config);
  const known = credentialOrigins(connection.config);
  const further = credentialOrigins(config).filter((origin) => !known.includes(origin));
  if (given === undefined) {
    if (further.length === 0) return { secrets: [], signIn: undefined };
    throw refusal('invalid_argument', `its credentials would go to ${further.join(', ')}: give them again as "access"`);
  }
  if (given.type === 'oauth' && access.type === 'oauth') return { secrets: [], signIn: readSignIn(given) };
  const split = given.type === 'oauth' ? undefined : splitAccess(given);
  if (!split || JSON.stringify(split.access) !== JSON.stringify(access))
    throw refusal('invalid_argument', 'argument "access" must have the same type and names as the current access of the connection');
  const { orgId, id: connectionId } = connection;
  const secrets = Object.entries(split.secrets).map(([field, text]) => services.seal({ orgId, connectionId, field }, text));
  return { secrets, signIn: undefined };
}
