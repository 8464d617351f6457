import { agentKinds, maxAgentName } from '@gatehouse/domain';
import type { Agent, AgentSummary } from '@gatehouse/storage';
import { z } from 'zod';
import { name, time } from '../../kernel/schema/schema.ts';
import { callsInWeekShape } from '../keys/key-fields.ts';

export const agentName = name(maxAgentName, 'agent name');

export const agentShape = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(agentKinds),
  personId: z.string(),
  createdAt: time,
});

export function agentFields({ id, name, kind, personId, createdAt }: Omit<Agent, 'removedAt'>): z.input<typeof agentShape> {
  return { id, name, kind, personId, createdAt };
}

export const agentExample = {
  id: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'release bot',
  kind: 'program' as const,
  personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  createdAt: 1_763_000_000_000,
};

export const listedAgentShape = agentShape.extend({
  ownerEmail: z.string(),
  ownerName: z.string(),
  keyCount: z.int().describe('number of active keys'),
  lastUsedAt: time.nullable(),
  callsInWeek: callsInWeekShape,
  removedAt: time.nullable(),
});

export function listedAgentFields(agent: AgentSummary): z.input<typeof listedAgentShape> {
  const { ownerEmail, ownerName, goodKeys, lastUsedAt, callsInWeek, removedAt } = agent;
  return { ...agentFields(agent), ownerEmail, ownerName, keyCount: goodKeys, lastUsedAt, callsInWeek, removedAt };
}

export const listedAgentExample: z.input<typeof listedAgentShape> = {
  ...agentExample,
  ownerEmail: 'ada@example.com',
  ownerName: 'Ada',
  keyCount: 1,
  lastUsedAt: 1_763_600_000_000,
  callsInWeek: 1204,
  removedAt: null,
};
