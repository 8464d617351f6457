import { type Connection, type ConnectionSummary, connectionVisibilities, type Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../context.ts';
import { GatewayError, refusal } from '../../errors.ts';
import { line, name, time } from '../../schema.ts';
import { statusOfConnection } from '../../services/connection-fields.ts';
import { findConnectionForChange } from '../../services/service-tool.ts';
import { connectionStatus } from '../../services/shapes.ts';

/** Lists of connections have no pages. */
export const mostConnections = 500;

/** What every new connection is given. */
export const newConnectionFields = {
  service: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, { error: 'must be 1 to 32 of a-z, 0-9 and "-"' })
    .describe('short name of the service; its tools become <service>__<tool>'),
  name: name(80, 'name people see'),
  label: line(80, 'which account or purpose').optional(),
  visibility: z.enum(connectionVisibilities).default('private').describe('who may use it: only you, or the organization (admins)'),
  holdNew: z.boolean().default(false).describe('hold tools that the service adds later until they are approved'),
};

export const connectionShape = z.object({
  connectionId: z.string(),
  service: z.string(),
  name: z.string(),
  label: z.string().nullable(),
  visibility: z.enum(connectionVisibilities),
  kind: z.enum(['mcp-http', 'mcp-stdio', 'openapi']),
  address: z.string().nullable(),
  ownerId: z.string(),
  status: connectionStatus,
  statusNote: z.string().nullable(),
  toolsCount: z.int(),
  heldCount: z.int(),
  holdNew: z.boolean(),
  catalogueAt: time.nullable(),
  updatedAt: time,
});

export const connectionExample = {
  connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2',
  service: 'github',
  name: 'GitHub',
  label: 'release bot',
  visibility: 'organization' as const,
  kind: 'mcp-http' as const,
  address: 'https://mcp.example.com/mcp',
  ownerId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  status: 'active' as const,
  statusNote: null,
  toolsCount: 42,
  heldCount: 0,
  holdNew: false,
  catalogueAt: 1_763_600_000_000,
  updatedAt: 1_763_600_000_000,
};

export function connectionFields(connection: ConnectionSummary): z.input<typeof connectionShape> {
  const {
    id,
    service,
    name,
    label,
    visibility,
    kind,
    config,
    ownerId,
    statusNote,
    toolsCount,
    heldCount,
    holdNew,
    catalogueAt,
    updatedAt,
  } = connection;
  const address = config.url ?? config.documentUrl ?? config.baseUrl ?? config.command;
  return {
    connectionId: id,
    service,
    name,
    label,
    visibility,
    kind,
    address: typeof address === 'string' ? address : null,
    ownerId,
    status: statusOfConnection(connection),
    statusNote,
    toolsCount,
    heldCount,
    holdNew,
    catalogueAt,
    updatedAt,
  };
}

/** A connection the caller manages: their own private one, or the organization's for owners and admins (D30). */
export function* findManagedConnection(context: ToolContext, connectionId: string): Op<Connection> {
  const connection = yield* findConnectionForChange(context, connectionId);
  requireManager(context, connection.visibility);
  return connection;
}

export function requireManager({ caller }: ToolContext, visibility: Connection['visibility']): void {
  if (visibility === 'organization' && caller.role === 'member') {
    throw new GatewayError(
      'forbidden',
      "the organization's connections are managed by owners and admins; ask one of them, or use a private one",
    );
  }
}

export function refuseUnseen(name: string): GatewayError {
  return refusal(
    'stale_version',
    `${JSON.stringify(name)} is not what "seen" says, and nothing was released: its service has changed it again; look at it with list_connection_tools`,
  );
}

export function refuseNothing(): GatewayError {
  return refusal('nothing_to_change', 'no tool of this connection is held under these names; list_connection_tools shows what is');
}
