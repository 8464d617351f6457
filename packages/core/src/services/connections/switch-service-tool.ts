import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findManagedConnection, findToolOfConnection, toolOfConnection } from './find-connection.ts';

export const switchServiceTool = defineTool({
  name: 'switch_service_tool',
  title: 'Switch service tool on or off',
  description: 'Switch a tool of a connection off for all agents, or on again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections'), tool: toolOfConnection, on: z.boolean() }),
  output: z.object({ tool: z.string(), isOff: z.boolean() }),
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', tool: 'delete_repository', on: false },
    output: { tool: 'delete_repository', isOff: true },
  },
  *run(context, { connectionId, tool: name, on }) {
    const connection = yield* findManagedConnection(context, connectionId);
    const tool = yield* findToolOfConnection(context, connection, name);
    yield* context.store.serviceTools.put({ ...tool, isOff: !on });
    return { tool: name, isOff: !on };
  },
});
