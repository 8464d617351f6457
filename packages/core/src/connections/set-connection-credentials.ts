import { z } from 'zod';
import { refusal } from '../errors.ts';
import { done, okOnly } from '../items/shapes.ts';
import { identifier } from '../schema.ts';
import { accessInput, accessOf, splitAccess } from '../services/access-config.ts';
import { defineTool } from '../tool.ts';
import { findManagedConnection } from './find-connection.ts';

export const setConnectionCredentials = defineTool({
  name: 'set_connection_credentials',
  title: 'Replace credentials',
  description: 'Replace the credentials of a connection by new ones of the same kind.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ connectionId: identifier('from list_connections'), access: accessInput }),
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
