import type { ConnectionKind, StoredVisibility } from '@gatehouse/domain';
import type { Connection, Op, SealedSecret } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { signInOf } from '../../kernel/ports/access-config.ts';
import type { Discovery, JsonObject, ServiceTarget } from '../../kernel/ports/service-port.ts';
import { accountPage } from '../accounts/service-account.ts';
import { applyCatalogue } from '../calling/catalogue.ts';
import { callOrigins, credentialOrigins } from '../calling/credential-origins.ts';
import { codedLeftOutShape } from '../calling/shapes.ts';

/** A connection before it is stored, for asking the service for its tools. */
export interface NewConnection {
  connection: Connection;
  secrets: SealedSecret[];
  target: ServiceTarget;
}

export interface ConnectionDetails {
  orgId: string;
  ownerId: string;
  service: string;
  name: string;
  label?: string | undefined;
  visibility: StoredVisibility;
  holdNew: boolean;
  largestResult?: number | undefined;
  kind: ConnectionKind;
  config: JsonObject;
  secrets: Record<string, string>;
}

/** Builds a connection and encrypts its credentials, without storing it. */
export function newConnection(
  { now, gateway: { services } }: ToolContext,
  { secrets, largestResult, ...details }: ConnectionDetails,
): NewConnection {
  const connection: Connection = {
    ...details,
    config: { ...details.config, ...(largestResult !== undefined && { largestResult }) },
    id: newId('conn', now),
    label: details.label ?? null,
    status: 'active',
    statusNote: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    catalogueAt: null,
    leftOut: null,
  };
  const { orgId, id, service, kind, config, revision, updatedAt, status, catalogueAt } = connection;
  const sealed = Object.entries(secrets).map(([field, text]) => services.seal({ orgId, connectionId: id, field }, text));
  const readSecrets = async () => sealed;
  const target = { orgId, connectionId: id, service, kind, config, revision, updatedAt, status, catalogueAt, readSecrets };
  return { connection, secrets: sealed, target };
}

export const createdShape = z.object({
  connectionId: z.string(),
  service: z.string(),
  toolsCount: z.int(),
  tools: z.array(z.string()),
  callOrigins: z.array(z.string()).optional().describe('origins that receive its calls'),
  credentialOrigins: z.array(z.string()).optional().describe('origins that receive its credentials'),
  unconfirmedOrigins: z
    .array(z.string())
    .optional()
    .describe(
      'other origins of some tools: calls of these tools are refused until edit_connection confirms the origins with confirmOrigins',
    ),
  leftOut: codedLeftOutShape.describe('parts of the service that are not tools, with the reason'),
  connectAt: z
    .string()
    .optional()
    .describe('page where people connect their accounts: calls require one, and some services show their tools only to signed-in people'),
});

export const createdExample = {
  connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2',
  service: 'github',
  toolsCount: 1,
  tools: ['github__create_issue'],
};

/** Stores a connection that has answered, with its first catalogue. Connecting approves these tools. */
export function* storeConnection(
  context: ToolContext,
  { connection, secrets }: NewConnection,
  { tools, config, unconfirmedOrigins = [], leftOut = [], instructions, needsAccount }: Discovery,
): Op<z.input<typeof createdShape>> {
  const { store, call, now } = context;
  const stored = { ...connection, config: config ?? connection.config };
  yield* store.connections.create(stored);
  for (const secret of secrets) yield* store.connections.putSecret(secret);
  // Tools that need an account are listed with the first one.
  if (!needsAccount) yield* applyCatalogue(store, stored, { tools, leftOut, instructions }, now);
  call.notes.itemType = 'connection';
  call.notes.itemId = stored.id;
  call.notes.service = stored.service;
  call.notes.connectionId = stored.id;
  const names = [...new Set(tools.map((tool) => `${stored.service}__${tool.name}`))];
  const [origins, calls] = [credentialOrigins(stored.config), callOrigins(stored.config)];
  return {
    connectionId: stored.id,
    service: stored.service,
    toolsCount: names.length,
    tools: names,
    ...(calls.length > 0 && { callOrigins: calls }),
    ...(origins.length > 0 && { credentialOrigins: origins }),
    ...(unconfirmedOrigins.length > 0 && { unconfirmedOrigins }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(signInOf(stored.config) && { connectAt: accountPage(context, stored) }),
  };
}
