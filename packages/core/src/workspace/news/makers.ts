import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** An agent with its person. */
export interface OfAgent {
  agentId: string;
  personId: string | null;
}

interface Maker {
  id: string;
  name: string;
}

type Named = <One extends OfAgent>(one: One) => Omit<One, keyof OfAgent> & { agent: Maker; person: Maker | null };

/** Adds the names of agents and people, including removed ones. Each is looked up once. */
export function* nameMakers({ store, viewer: { orgId } }: ToolContext, all: readonly OfAgent[]): Op<Named> {
  const names = new Map<string, string>();
  for (const { agentId, personId } of all) {
    if (!names.has(agentId)) names.set(agentId, (yield* store.agents.nameOf(orgId, agentId)) ?? '');
    if (personId !== null && !names.has(personId)) names.set(personId, (yield* store.people.nameOf(orgId, personId)) ?? '');
  }
  const maker = (id: string): Maker => ({ id, name: names.get(id) ?? '' });
  return ({ agentId, personId, ...one }) => ({
    ...one,
    agent: maker(agentId),
    person: personId === null ? null : maker(personId),
  });
}
