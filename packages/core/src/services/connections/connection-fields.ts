import { connectionKinds, connectionVisibilities, maxConnectionName, maxServiceSlug } from '@gatehouse/domain';
import type { ConnectionSummary } from '@gatehouse/storage';
import { z } from 'zod';
import { accountHolders } from '../../kernel/ports/access-config.ts';
import { identifier, line, name, time } from '../../kernel/schema/schema.ts';
import { okOnly } from '../../kernel/schema/shapes.ts';
import { accountFields, accountState, type UsedAccounts } from '../accounts/used-accounts.ts';
import { largestResultOf } from '../calling/large-result.ts';
import { connectionStatus } from '../calling/shapes.ts';
import { type SharedGroups, shownVisibility, visibilityFields } from './shown-visibility.ts';

/** Maximum result. Larger ones are answered with their beginning and a file with the complete text (D50). */
export const largestResult = (more: string) =>
  z.int().min(1000).max(1_048_576).describe(`maximum bytes of a result that callers receive in full; ${more}`);

/** Fields of every new connection. */
export const newConnectionFields = {
  service: z
    .string()
    .regex(new RegExp(`^[a-z0-9-]{1,${maxServiceSlug}}$`), { error: `must be 1 to ${maxServiceSlug} characters of a-z, 0-9 and "-"` })
    .describe('short name of the service; its tools become <service>__<tool>'),
  name: name(maxConnectionName, 'display name'),
  label: line(maxConnectionName, 'account or purpose').optional(),
  visibility: z
    .enum(connectionVisibilities)
    .optional()
    .describe('private: only you can use it (default); organization: everyone (needs an admin)'),
  holdNew: z.boolean().default(false).describe('hold tools that the service adds later for approval'),
  largestResult: largestResult('default: no limit').optional(),
};

export const connectionShape = z.object({
  connectionId: z.string(),
  service: z.string(),
  name: z.string(),
  label: z.string().nullable(),
  ...visibilityFields,
  kind: z.enum(connectionKinds),
  address: z.string().nullable(),
  ownerId: z.string(),
  status: connectionStatus,
  statusNote: z.string().nullable(),
  toolsCount: z.int(),
  heldCount: z.int(),
  offCount: z.int().describe('number of tools that are switched off'),
  holdNew: z.boolean(),
  largestResult: z.int().nullable().describe('bytes'),
  catalogueAt: time.nullable(),
  updatedAt: time,
  accounts: z.enum(accountHolders).nullable().describe('holder of the account that calls use at the service; null if they use none'),
  mine: accountState.nullable().describe('state of the account that your calls use; null if they use none'),
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
  offCount: 0,
  holdNew: false,
  largestResult: null,
  catalogueAt: 1_763_600_000_000,
  updatedAt: 1_763_600_000_000,
  accounts: null,
  mine: null,
};

export function connectionFields(
  connection: ConnectionSummary,
  { used, groups }: { used: UsedAccounts; groups: SharedGroups },
): z.input<typeof connectionShape> {
  const { id, service, name, label, kind, config, ownerId, statusNote, toolsCount, heldCount, offCount, holdNew, catalogueAt, updatedAt } =
    connection;
  const address = config.url ?? config.documentUrl ?? config.baseUrl ?? config.command;
  return {
    connectionId: id,
    service,
    name,
    label,
    ...shownVisibility(connection, groups),
    kind,
    address: typeof address === 'string' ? address : null,
    ownerId,
    status: statusOfConnection(connection),
    statusNote,
    toolsCount,
    heldCount,
    offCount,
    holdNew,
    largestResult: largestResultOf(config) ?? null,
    catalogueAt,
    updatedAt,
    ...accountFields(connection, used),
  };
}

/** State of a connection in one word. `held` means that it works but has tools waiting for approval. */
export function statusOfConnection({
  status,
  heldCount,
}: Pick<ConnectionSummary, 'status' | 'heldCount'>): z.output<typeof connectionStatus> {
  return status === 'active' && heldCount > 0 ? 'held' : status;
}

/** Shapes of an operation that takes only a connection and returns nothing. */
export const connectionOnly = {
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: okOnly,
  example: { input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true as const } },
};
