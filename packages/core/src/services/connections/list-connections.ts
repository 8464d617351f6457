import { maxConnections } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { usedAccounts } from '../accounts/used-accounts.ts';
import { connectionExample, connectionFields, connectionShape } from './connection-fields.ts';

export const listConnections = defineTool({
  name: 'list_connections',
  title: 'List connections',
  description: "List the organization's connections and your private ones, with their status and the age of their catalogues.",
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ connections: z.array(connectionShape) }),
  example: { input: {}, output: { connections: [connectionExample] } },
  *run(context) {
    const connections = yield* context.store.connections.list(context.viewer, maxConnections);
    const used = yield* usedAccounts(context);
    const groups = yield* context.store.connections.sharedWith(context.viewer.orgId);
    return { connections: connections.map((connection) => connectionFields(connection, { used, groups })) };
  },
});
