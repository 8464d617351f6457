import { z } from 'zod';
import { refusal } from '../../errors.ts';
import { done, okOnly } from '../../items/shapes.ts';
import { identifier } from '../../schema.ts';
import { accessInput, accessOf, splitAccess } from '../../services/access-config.ts';
import { defineTool } from '../../tool.ts';
import { findManagedConnection } from './connection-shapes.ts';

const connectionId = identifier('from list_connections');
const example = { input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true as const } };

export const pauseConnection = defineTool({
  name: 'pause_connection',
  title: 'Pause connection',
  description: 'Refuse all calls of a connection until it is resumed.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId }),
  output: okOnly,
  example,
  *run(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    yield* context.store.connections.setStatus(connection.orgId, connection.id, 'paused', context.now);
    context.services.forget(connection.id);
    return done;
  },
});

export const resumeConnection = defineTool({
  name: 'resume_connection',
  title: 'Resume connection',
  description: 'Let calls of a paused connection through again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId }),
  output: okOnly,
  example,
  *run(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    if (connection.status === 'paused') yield* context.store.connections.setStatus(connection.orgId, connection.id, 'active', context.now);
    return done;
  },
});

export const removeConnection = defineTool({
  name: 'remove_connection',
  title: 'Remove connection',
  description: 'Remove a connection with its catalogue and credentials.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ connectionId }),
  output: okOnly,
  example,
  *run(context, { connectionId }) {
    const connection = yield* findManagedConnection(context, connectionId);
    yield* context.store.connections.remove(connection.orgId, connection.id);
    context.services.forget(connection.id);
    return done;
  },
});

export const setConnectionCredentials = defineTool({
  name: 'set_connection_credentials',
  title: 'Replace credentials',
  description: 'Replace the credentials of a connection by new ones of the same kind.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId, access: accessInput }),
  output: okOnly,
  example: {
    input: { connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', access: { type: 'bearer', token: 'example' } },
    output: { ok: true as const },
  },
  *run(context, { connectionId, access: given }) {
    const { orgId, id, config } = yield* findManagedConnection(context, connectionId);
    const { access, secrets } = splitAccess(given);
    // Only the secrets change: another address or header would be another connection.
    if (JSON.stringify(access) !== JSON.stringify(accessOf(config))) {
      throw refusal(
        'invalid_argument',
        'argument "access" must be of the kind the connection has, with the same names; connect the service anew to change them',
      );
    }
    for (const [field, text] of Object.entries(secrets)) {
      yield* context.store.connections.putSecret(context.services.seal({ orgId, connectionId: id, field }, text));
    }
    yield* context.store.connections.noteNewCredentials(orgId, id, context.now);
    context.services.forget(id);
    return done;
  },
});
