import { dayMs } from '@gatehouse/domain';
import type { Gatehouse } from '../composition.ts';
import { callTool } from '../workspace/workspace.ts';

/** What the first start gives a newcomer; undefined at every later one. */
export interface FirstWorkspace {
  quickstartKey: string;
  expiresAt: number;
}

export const quickstartKeyMs = dayMs;

/** An organization with an owner, its starter documents and a key that works for a day, when there is nothing yet. */
export async function makeFirstWorkspace({ gateway }: Gatehouse): Promise<FirstWorkspace | undefined> {
  const operator = { type: 'operator' } as const;
  const made = await callTool<{ orgId: string; ownerId: string; outcome: string }>(gateway, operator, 'set_up_organization', {});
  if (made.outcome !== 'created') return undefined;
  const owner = { type: 'person', orgId: made.orgId, personId: made.ownerId } as const;
  const agent = await callTool<{ id: string }>(gateway, owner, 'create_agent', { name: 'quickstart' });
  const expiresAt = gateway.clock() + quickstartKeyMs;
  const { key } = await callTool<{ key: string }>(gateway, owner, 'create_key', {
    agentId: agent.id,
    name: 'quickstart',
    access: 'write',
    expiresAt,
  });
  return { quickstartKey: key, expiresAt };
}
