import type { Agent, Op } from '@gatehouse/storage';
import type { ToolContext } from '../context.ts';
import { noSuchItem } from '../items/find-item.ts';
import { mayActFor } from '../people/roles.ts';

/** Agents and keys of other people are nothing to a member: the same answer as for absent ones (D5). */
export function* findOwnAgent(context: ToolContext, agentId: string): Op<Agent> {
  const agent = yield* context.store.agents.find(context.viewer.orgId, agentId);
  if (!agent || !mayActFor(context, agent.personId)) throw noSuchItem();
  context.notes.itemType = 'agent';
  context.notes.itemId = agent.id;
  return agent;
}
