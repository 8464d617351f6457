import { dayMs, quickstartAgent } from '@gatehouse/domain';
import type { Gatehouse } from '../composition/composition.ts';
import { callTool } from '../workspace/workspace.ts';

/** Key for a newcomer, created by the first start. Undefined at later starts. */
export interface FirstWorkspace {
  quickstartKey: string;
  expiresAt: number;
}

export const quickstartKeyMs = dayMs;

/** Creates an organization with an owner, its starter documents and a key that works for a day, if no organization exists. */
export async function makeFirstWorkspace({ gateway }: Gatehouse): Promise<FirstWorkspace | undefined> {
  const operator = { type: 'operator' } as const;
  const made = await callTool<{ orgId: string; ownerId: string; outcome: string }>(gateway, operator, 'set_up_organization', {});
  if (made.outcome !== 'created') return undefined;
  const owner = { type: 'person', orgId: made.orgId, personId: made.ownerId } as const;
  const agent = await callTool<{ id: string }>(gateway, owner, 'create_agent', { name: quickstartAgent });
  const expiresAt = gateway.clock() + quickstartKeyMs;
  const { key } = await callTool<{ key: string }>(gateway, owner, 'create_key', {
    agentId: agent.id,
    name: quickstartAgent,
    access: 'write',
    expiresAt,
  });
  return { quickstartKey: key, expiresAt };
}
