import type { Agent } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../schema.ts';

export const agentShape = z.object({ id: z.string(), name: z.string(), personId: z.string(), createdAt: time });

export function agentFields({ id, name, personId, createdAt }: Agent): z.input<typeof agentShape> {
  return { id, name, personId, createdAt };
}

export const agentExample = {
  id: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'release bot',
  personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  createdAt: 1_763_000_000_000,
};
