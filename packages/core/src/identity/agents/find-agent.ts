import { mayActFor } from '@gatehouse/domain';
import type { Agent, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { refuseKeysOfOwners } from '../roles/roles.ts';

/** Finds an agent. For a member, agents of other people do not exist: the answer is the same as for absent and removed ones (D5). */
export function* findOwnAgent(context: ToolContext, agentId: string): Op<Agent> {
  const agent = yield* context.store.agents.find(context.viewer.orgId, agentId);
  if (!agent || !mayActFor(context.caller, agent.personId)) throw noSuchItem();
  context.call.notes.itemType = 'agent';
  context.call.notes.itemId = agent.id;
  return agent;
}

/**
 * Finds an agent for changing or removing it. Only owners may do that to an owner's agent. Until the transaction ends, no other call can
 * give it keys or remove it.
 */
export function* findAgentForChange(context: ToolContext, agentId: string): Op<Agent> {
  yield* context.store.people.hold(context.viewer.orgId);
  const agent = yield* findOwnAgent(context, agentId);
  yield* refuseKeysOfOwners(context, agent.personId);
  return agent;
}
