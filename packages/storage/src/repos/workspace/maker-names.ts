import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, scalar } from '../../query/engine.ts';

export interface MakerNames {
  /** Null for a person who was removed. */
  changedByName: string | null;
  agentOfName: string | null;
}

interface MadeRow {
  changedBy: string | null;
  changedByAgent: string | null;
}

/**
 * Names of the people and agents that changed items last. A page has few different ones, so SQLite looks up each name once. On Postgres,
 * another query would cost more than a subquery per row.
 */
export function makerNames({ dialect, prepare, tables: { items, people, agents } }: Engine) {
  const byId = [sql.placeholder('orgId'), sql.placeholder('id')] as const;
  const personName = prepare('item_person_name', (db) =>
    db
      .select({ name: people.name })
      .from(people)
      .where(and(eq(people.orgId, byId[0]), eq(people.id, byId[1]), sql`${people.removedAt} is null`)),
  );
  const agentName = prepare('item_agent_name', (db) =>
    db
      .select({ name: agents.name })
      .from(agents)
      .where(and(eq(agents.orgId, byId[0]), eq(agents.id, byId[1]))),
  );
  const subqueries = {
    changedByName: scalar<string | null>(
      sql`(select ${people.name} from ${people} where ${people.orgId} = ${items.orgId} and ${people.id} = ${items.changedBy} and ${people.removedAt} is null)`,
    ),
    agentOfName: scalar<string | null>(
      sql`(select ${agents.name} from ${agents} where ${agents.orgId} = ${items.orgId} and ${agents.id} = ${items.changedByAgent})`,
    ),
  };

  function* nameOf(find: typeof personName, orgId: string, id: string | null, known: Map<string, string | null>): Op<string | null> {
    if (id === null) return null;
    const name = known.get(id);
    if (name !== undefined) return name;
    const found = (yield* find({ orgId, id }))[0]?.name ?? null;
    known.set(id, found);
    return found;
  }

  return {
    /** Fields to select with the rows. */
    fields: dialect === 'sqlite' ? {} : subqueries,
    /** Adds the names to the rows. */
    *withNames<Row extends MadeRow>(orgId: string, rows: Row[]): Op<(Row & MakerNames)[]> {
      if (dialect === 'postgres') return rows as (Row & MakerNames)[];
      const known = new Map<string, string | null>();
      const named: (Row & MakerNames)[] = [];
      for (const row of rows) {
        const changedByName = yield* nameOf(personName, orgId, row.changedBy, known);
        named.push(Object.assign(row, { changedByName, agentOfName: yield* nameOf(agentName, orgId, row.changedByAgent, known) }));
      }
      return named;
    },
  };
}
