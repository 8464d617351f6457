import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findManagedConnection } from './find-connection.ts';

export const removeConnection = defineTool({
  name: 'remove_connection',
  title: 'Remove connection',
  description: 'Remove a connection with its catalogue and credentials.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: okOnly,
  example: { input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true } },
  *run(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    yield* context.store.connections.remove(connection.orgId, connection.id);
    context.gateway.services.forget(connection.id);
    return done;
  },
});
