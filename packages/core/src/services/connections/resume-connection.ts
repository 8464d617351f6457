import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findManagedConnection } from './find-connection.ts';

export const resumeConnection = defineTool({
  name: 'resume_connection',
  title: 'Resume connection',
  description: 'Let calls of a paused connection through again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections') }),
  output: okOnly,
  example: { input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true } },
  *run(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    if (connection.status === 'paused') yield* context.store.connections.setStatus(connection.orgId, connection.id, 'active', context.now);
    return done;
  },
});
