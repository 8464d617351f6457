import { maxConnections } from '@gatehouse/domain';
import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { time } from '../../kernel/schema/schema.ts';
import { connectionStatus } from '../calling/shapes.ts';
import { statusOfConnection } from '../connections/connection-fields.ts';
import { shownVisibility, visibilityFields } from '../connections/shown-visibility.ts';

export const listConnectedServices = defineTool({
  name: 'list_connected_services',
  title: 'List connected services',
  description: 'List services this key can use. Next: list_service_tools.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({
    connected: z.array(z.string()),
    connections: z.array(
      named(
        'Connection',
        'A connection to an external service.',
        z.object({
          connectionId: z.string(),
          service: z.string(),
          name: z.string(),
          label: z.string().nullable(),
          ...visibilityFields,
          toolsCount: z.int(),
          status: connectionStatus,
          updatedAt: time,
          url: z.string(),
        }),
      ),
    ),
  }),
  example: {
    input: {},
    output: {
      connected: ['github'],
      connections: [
        {
          connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2',
          service: 'github',
          name: 'GitHub',
          label: 'release bot',
          visibility: 'organization',
          toolsCount: 42,
          status: 'active',
          updatedAt: 1_763_600_000_000,
          url: examplePageAddress('conn_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
    },
  },
  *run(context) {
    const { store, viewer } = context;
    const connections = yield* store.connections.list(viewer, maxConnections);
    const groups = connections.some(({ visibility }) => visibility === 'groups')
      ? yield* store.connections.sharedWith(viewer.orgId)
      : new Map();
    return {
      connected: [...new Set(connections.map((connection) => connection.service))],
      connections: connections.map((connection) => ({
        connectionId: connection.id,
        service: connection.service,
        name: connection.name,
        label: connection.label,
        ...shownVisibility(connection, groups),
        toolsCount: connection.toolsCount,
        status: statusOfConnection(connection),
        updatedAt: connection.updatedAt,
        url: pageAddress(context, connection.id),
      })),
    };
  },
});
