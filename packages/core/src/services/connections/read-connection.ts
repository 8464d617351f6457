import { connectionStatuses } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { accessOf, accessShape } from '../../kernel/ports/access-config.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { usedAccounts } from '../accounts/used-accounts.ts';
import { leftOutOf } from '../calling/catalogue.ts';
import { callOrigins, credentialOrigins } from '../calling/credential-origins.ts';
import { codedLeftOutShape } from '../calling/shapes.ts';
import { connectionExample, connectionFields, connectionShape } from './connection-fields.ts';
import { findConnection, isManager } from './find-connection.ts';

const address = z.string().nullable();

export const readConnection = defineTool({
  name: 'read_connection',
  title: 'Read connection',
  description: 'Return one connection: its status, address, access type and the parts that are not tools. Never its credentials.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: connectionShape.extend({
    createdAt: time,
    ownerName: z.string().nullable(),
    isManaged: z.boolean().describe('true if you can change it'),
    access: accessShape,
    documentUrl: address.describe('URL of the OpenAPI document; null if it was given as text'),
    baseUrl: address.describe('base URL of an OpenAPI service'),
    callOrigins: z.array(z.string()).describe('origins that receive its calls'),
    credentialOrigins: z.array(z.string()).describe('origins that receive its credentials'),
    leftOut: codedLeftOutShape.describe('parts of the service that are not tools, with the reason'),
    history: z
      .array(z.object({ at: time, status: z.enum(connectionStatuses), note: z.string().nullable() }))
      .describe('changes of its status with their times, latest first, at most 100'),
  }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      ...connectionExample,
      createdAt: 1_763_500_000_000,
      ownerName: 'Ada',
      isManaged: true,
      access: { type: 'bearer' },
      documentUrl: null,
      baseUrl: null,
      callOrigins: ['https://mcp.example.com'],
      credentialOrigins: ['https://mcp.example.com'],
      history: [{ at: 1_763_500_000_000, status: 'active' as const, note: null }],
    },
  },
  *run(context, { connectionId }) {
    const { store, viewer } = context;
    const connection = yield* findConnection(context, connectionId);
    const summary = yield* store.connections.summary(viewer, connectionId);
    if (!summary) throw new Error(`connection ${connectionId} was visible but not found`);
    const owner = yield* store.people.find(connection.orgId, connection.ownerId);
    const { config } = connection;
    const leftOut = leftOutOf(connection);
    return {
      ...connectionFields(summary, { used: yield* usedAccounts(context), groups: yield* store.connections.sharedWith(viewer.orgId) }),
      createdAt: connection.createdAt,
      ownerName: owner?.name ?? null,
      isManaged: isManager(context, connection),
      access: accessOf(config),
      documentUrl: textOf(config.documentUrl),
      baseUrl: textOf(config.baseUrl),
      callOrigins: callOrigins(config),
      credentialOrigins: credentialOrigins(config),
      ...(leftOut.length > 0 && { leftOut }),
      history: yield* store.connections.states(connection.orgId, connection.id),
    };
  },
});

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
