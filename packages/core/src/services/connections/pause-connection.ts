import { defineTool } from '../../kernel/context/tool.ts';
import { done } from '../../kernel/schema/shapes.ts';
import { connectionOnly } from './connection-fields.ts';
import { findManagedConnection } from './find-connection.ts';

export const pauseConnection = defineTool({
  name: 'pause_connection',
  title: 'Pause connection',
  description: 'Refuse all calls of a connection until it is resumed.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  ...connectionOnly,
  *run(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    yield* context.store.connections.setStatus(connection.orgId, connection.id, 'paused', context.now);
    context.gateway.services.forget(connection.id);
    return done;
  },
});
