import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { countedTo } from '../../kernel/log/counted-to.ts';
import { decodeCursor, pageOf } from '../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { callsFields, callsShape } from '../keys/key-fields.ts';
import { ownOnly } from '../roles/roles.ts';
import { listedAgentExample, listedAgentFields, listedAgentShape } from './agent-fields.ts';

export const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents',
  description: 'List connected agents and their use, in order of creation: all agents for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    includeRemoved: z.boolean().default(false).describe('also list removed agents, whose names remain in histories and in the log'),
    limit: pageLimit(50, 200, 'agents'),
    cursor: cursor(),
  }),
  output: z.object({ agents: z.array(listedAgentShape.extend(callsShape)), nextCursor }),
  example: { input: { limit: 1 }, output: { agents: [{ ...listedAgentExample, hasMoreCalls: false }], nextCursor: null } },
  *run(context, { includeRemoved, limit, cursor }) {
    const { store, viewer, now } = context;
    const [afterId] = cursor === undefined ? [] : decodeCursor('agents', idPosition, cursor);
    const filter = { orgId: viewer.orgId, personId: ownOnly(context), withRemoved: includeRemoved, afterId, now };
    const page = pageOf('agents', yield* store.agents.page({ ...filter, limit: limit + 1 }), limit, ({ id }) => [id]);
    const counted = yield* countedTo(context);
    return {
      agents: page.rows.map((agent) => ({ ...listedAgentFields(agent), ...callsFields(agent, counted) })),
      nextCursor: page.nextCursor,
    };
  },
});
