import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { countedTo } from '../../kernel/log/counted-to.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, identifier, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { ownOnly } from '../roles/roles.ts';
import { callsFields, callsShape, keyExample, keyFields, keyShape } from './key-fields.ts';

export const listKeys = defineTool({
  name: 'list_keys',
  title: 'List keys',
  description: 'List keys without their secrets, in order of creation: all keys for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    agentId: identifier('from list_agents; only keys of this agent').optional(),
    limit: pageLimit(50, 200, 'keys'),
    cursor: cursor(),
  }),
  output: z.object({
    keys: z.array(keyShape.extend({ agentName: z.string(), ...callsShape })),
    nextCursor,
  }),
  example: {
    input: { limit: 1 },
    output: { keys: [{ ...keyExample, agentName: 'release bot', callsInWeek: 1204, hasMoreCalls: false }], nextCursor: null },
  },
  *run(context, { agentId, limit, cursor }) {
    const { store, viewer, now } = context;
    const list = JSON.stringify(['keys', agentId]);
    const [afterId] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
    const filter = { orgId: viewer.orgId, personId: ownOnly(context), agentId, afterId, now };
    const page = pageOf(list, yield* store.keys.page({ ...filter, limit: limit + 1 }), limit, ({ id }) => [id]);
    const counted = yield* countedTo(context);
    return {
      keys: page.rows.map((key) => ({ ...keyFields(key), agentName: key.agentName, ...callsFields(key, counted) })),
      nextCursor: page.nextCursor,
    };
  },
});
