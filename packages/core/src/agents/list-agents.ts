import { z } from 'zod';
import { mayActFor } from '../people/roles.ts';
import { defineTool } from '../tool.ts';
import { agentExample, agentFields, agentShape } from './agent-fields.ts';

export const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents',
  description: 'Connected agents: all for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ agents: z.array(agentShape) }),
  example: { input: {}, output: { agents: [agentExample] } },
  *run(context) {
    const agents = yield* context.store.agents.list(context.viewer.orgId);
    return { agents: agents.filter((agent) => mayActFor(context, agent.personId)).map(agentFields) };
  },
});
