import { and, eq, sql } from 'drizzle-orm';
import { type Engine, placeholders } from '../engine.ts';
import type { Op } from '../ops.ts';

export interface Agent {
  orgId: string;
  id: string;
  personId: string;
  name: string;
  createdAt: number;
}

export type AgentQueries = ReturnType<typeof agentQueries>;

export function agentQueries({ prepare, lockName, tables: { agents } }: Engine) {
  const inOrg = eq(agents.orgId, sql.placeholder('orgId'));
  const byId = prepare('agent_by_id', (db) =>
    db
      .select()
      .from(agents)
      .where(and(inOrg, eq(agents.id, sql.placeholder('id')))),
  );
  const byName = prepare('agent_by_name', (db) =>
    db
      .select()
      .from(agents)
      .where(and(inOrg, eq(agents.personId, sql.placeholder('personId')), eq(agents.name, sql.placeholder('name')))),
  );
  const all = prepare('agents_all', (db) => db.select().from(agents).where(inOrg).orderBy(agents.createdAt, agents.id));
  const insert = prepare('agent_insert', (db) => db.insert(agents).values(placeholders('orgId', 'id', 'personId', 'name', 'createdAt')));

  return {
    *find(orgId: string, id: string): Op<Agent | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    *findByName(orgId: string, personId: string, name: string): Op<Agent | undefined> {
      yield* lockName(orgId, 'agent', personId, name);
      return (yield* byName({ orgId, personId, name }))[0];
    },
    *list(orgId: string): Op<Agent[]> {
      return yield* all({ orgId });
    },
    *create(agent: Agent): Op<void> {
      yield* insert({ ...agent });
    },
  };
}
