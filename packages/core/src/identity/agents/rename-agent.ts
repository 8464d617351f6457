import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { agentExample, agentFields, agentName, agentShape } from './agent-fields.ts';
import { findAgentForChange } from './find-agent.ts';

export const renameAgent = defineTool({
  name: 'rename_agent',
  title: 'Rename agent',
  description: 'Rename an agent. Its earlier work is shown under the new name.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ agentId: identifier('from list_agents'), name: agentName }),
  output: agentShape,
  example: { input: { agentId: agentExample.id, name: 'release bot' }, output: agentExample },
  *run(context, { agentId, name }) {
    const { store } = context;
    const agent = yield* findAgentForChange(context, agentId);
    const namesake = yield* store.agents.findByName(agent.orgId, agent.personId, name);
    if (namesake && namesake.id !== agent.id)
      throw refusal('duplicate_name', `its owner already has an agent ${JSON.stringify(name)}: ${namesake.id}`);
    yield* store.agents.rename(agent.orgId, agent.id, name);
    return agentFields({ ...agent, name });
  },
});
