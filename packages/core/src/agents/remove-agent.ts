import { type Key, keyFault, type Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { keyExample, keyFields, keyShape } from '../keys/key-fields.ts';
import { identifier } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { agentExample, agentFields, agentShape } from './agent-fields.ts';
import { findAgentForChange } from './find-agent.ts';

export const removeAgent = defineTool({
  name: 'remove_agent',
  title: 'Remove agent',
  description: 'Remove an agent and revoke its keys, at once and for good. What it did stays, under its name.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ agentId: identifier('from list_agents') }),
  output: agentShape.extend({ stopped: z.array(keyShape).describe('the keys that worked until now') }),
  example: {
    input: { agentId: agentExample.id },
    output: { ...agentExample, stopped: [{ ...keyExample, lastUsedAt: 1_763_599_000_000, revokedAt: 1_763_600_000_000 }] },
  },
  *run(context, { agentId }) {
    const { store, now } = context;
    const agent = yield* findAgentForChange(context, agentId);
    const stopped = yield* revokeKeys(context, agent.id);
    yield* store.agents.remove(agent.orgId, agent.id, now);
    return { ...agentFields(agent), stopped: stopped.map((key) => keyFields({ ...key, revokedAt: now })) };
  },
});

/** Those that were good are given. */
function* revokeKeys({ store, viewer: { orgId }, now }: ToolContext, agentId: string): Op<Key[]> {
  const keys = yield* store.keys.ofAgent(orgId, agentId);
  for (const { id } of keys) yield* store.keys.revoke(orgId, id, now);
  return keys.filter((key) => keyFault(key, now) === undefined);
}
