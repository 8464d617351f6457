import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { keyExample, keyFields, keyShape } from '../keys/key-fields.ts';
import { agentExample, agentFields, agentShape } from './agent-fields.ts';
import { endAgent } from './end-agent.ts';
import { findAgentForChange } from './find-agent.ts';

export const removeAgent = defineTool({
  name: 'remove_agent',
  title: 'Remove agent',
  description: 'Remove an agent and revoke its keys at once. Its work is kept under its name.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ agentId: identifier('from list_agents') }),
  output: agentShape.extend({ stopped: z.array(keyShape).describe('revoked keys that were active') }),
  example: {
    input: { agentId: agentExample.id },
    output: { ...agentExample, stopped: [{ ...keyExample, lastUsedAt: 1_763_599_000_000, revokedAt: 1_763_600_000_000 }] },
  },
  *run(context, { agentId }) {
    const { store, now } = context;
    const agent = yield* findAgentForChange(context, agentId);
    const stopped = yield* endAgent(store, agent, now);
    return { ...agentFields(agent), stopped: stopped.map((key) => keyFields({ ...key, revokedAt: now })) };
  },
});
