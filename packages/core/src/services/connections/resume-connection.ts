import { defineTool } from '../../kernel/context/tool.ts';
import { done } from '../../kernel/schema/shapes.ts';
import { connectionOnly } from './connection-fields.ts';
import { findManagedConnection } from './find-connection.ts';

export const resumeConnection = defineTool({
  name: 'resume_connection',
  title: 'Resume connection',
  description: 'Allow calls of a paused connection again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  ...connectionOnly,
  *run(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    if (connection.status === 'paused') yield* context.store.connections.setStatus(connection.orgId, connection.id, 'active', context.now);
    return done;
  },
});
