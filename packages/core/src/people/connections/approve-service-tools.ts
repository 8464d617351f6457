import { z } from 'zod';
import { identifier } from '../../schema.ts';
import { approved } from '../../services/catalogue.ts';
import { defineTool } from '../../tool.ts';
import { findManagedConnection, refuseNothing } from './connection-shapes.ts';

export const approveServiceTools = defineTool({
  name: 'approve_service_tools',
  title: 'Approve service tools',
  description: 'Release held tools of a connection as they are now: those named, or all.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    connectionId: identifier('from list_connections'),
    tools: z
      .array(z.string().max(300))
      .min(1)
      .max(1000)
      .optional()
      .describe('names as list_connection_tools shows them; default: all held ones'),
  }),
  output: z.object({ approved: z.array(z.string()) }),
  example: { input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { approved: ['create_issue'] } },
  *run(context, { connectionId, tools }) {
    const connection = yield* findManagedConnection(context, connectionId);
    const held = yield* context.store.serviceTools.held(connection.orgId, connection.id);
    const chosen = held.filter((tool) => !tools || tools.includes(tool.name));
    if (chosen.length === 0) throw refuseNothing();
    for (const tool of chosen) yield* context.store.serviceTools.put(approved(tool));
    return { approved: chosen.map((tool) => tool.name) };
  },
});
