import { withoutJoiners } from '@gatehouse/domain';
import { and, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, setColumns } from '../../query/columns.ts';
import { type Engine, given, partsOf, queryVariants, scalar } from '../../query/engine.ts';
import { hasName } from '../../query/has-name.ts';
import type { Tables } from '../../schema/schema.ts';
import { callsInWeek, weekBefore } from '../log/activity-sums.ts';
import { isGoodKey } from './keys.ts';

export type Agent = Tables['agents']['$inferSelect'];

/** An agent, its owner (who may have left), and figures about its use. */
export type AgentSummary = Agent & {
  ownerEmail: string;
  ownerName: string;
  lastUsedAt: number | null;
  goodKeys: number;
  callsInWeek: number;
};

export interface AgentFilter {
  orgId: string;
  /** Only agents of this person. */
  personId?: string | undefined;
  withRemoved?: boolean | undefined;
  /** Only agents after this one. */
  afterId?: string | undefined;
  /** Time at which the counted keys are valid. */
  now: number;
  limit: number;
}

export type AgentQueries = ReturnType<typeof agentQueries>;

export function agentQueries({ prepare, lockName, dialect, tables }: Engine) {
  const { agents, people, keys } = tables;
  const inOrg = eq(agents.orgId, sql.placeholder('orgId'));
  const isThere = isNull(agents.removedAt);
  const byId = prepare('agent_by_id', (db) =>
    db
      .select()
      .from(agents)
      .where(and(inOrg, eq(agents.id, sql.placeholder('id')), isThere)),
  );
  const known = prepare('agent_known', (db) =>
    db
      .select({ name: agents.name })
      .from(agents)
      .where(and(inOrg, eq(agents.id, sql.placeholder('id')))),
  );
  const byName = prepare('agent_by_name', (db) =>
    db
      .select()
      .from(agents)
      .where(and(inOrg, eq(agents.personId, sql.placeholder('personId')), hasName(dialect, agents.name, sql.placeholder('name')), isThere)),
  );
  const called = prepare('agents_called', (db) =>
    db
      .select()
      .from(agents)
      .where(and(inOrg, hasName(dialect, agents.name, sql.placeholder('name')), isThere))
      .orderBy(agents.id)
      .limit(sql.placeholder('limit')),
  );
  const owners = (column: SQLiteColumn) =>
    scalar<string>(sql`(select ${column} from ${people} where ${people.orgId} = ${agents.orgId} and ${people.id} = ${agents.personId})`);
  const ofAgent = sql`${keys.orgId} = ${agents.orgId} and ${keys.agentId} = ${agents.id}`;
  const conditions: Record<'own' | 'there' | 'after', SQL | undefined> = {
    own: eq(agents.personId, sql.placeholder('personId')),
    there: isThere,
    after: gt(agents.id, sql.placeholder('afterId')),
  };
  const page = queryVariants((shape: string) =>
    prepare(`agents_${shape}`, (db) =>
      db
        .select({
          ...getTableColumns(agents),
          ownerEmail: owners(people.email),
          ownerName: owners(people.name),
          lastUsedAt: scalar<number | null>(sql`(select max(${keys.lastUsedAt}) from ${keys} where ${ofAgent})`),
          callsInWeek: callsInWeek(tables, agents.orgId, agents.id),
          goodKeys: scalar<number>(sql`(select count(*) from ${keys} where ${ofAgent} and ${isGoodKey(keys)})`),
        })
        .from(agents)
        .where(and(inOrg, ...partsOf<(keyof typeof conditions)[]>(shape).map((name) => conditions[name])))
        .orderBy(agents.id)
        .limit(sql.placeholder('limit')),
    ),
  );
  const insert = prepare('agent_insert', (db) => db.insert(agents).values(fillColumns(agents, 'removedAt')));
  const isThis = and(inOrg, eq(agents.id, sql.placeholder('id')));
  const rename = prepare('agent_rename', (db) => db.update(agents).set(setColumns(agents, 'name')).where(isThis));
  const remove = prepare('agent_remove', (db) =>
    db
      .update(agents)
      .set({ removedAt: given(agents.removedAt, 'at') })
      .where(isThis),
  );

  return {
    /** Agent that was not removed. */
    *find(orgId: string, id: string): Op<Agent | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    /** True even for a removed agent. */
    *isKnown(orgId: string, id: string): Op<boolean> {
      return (yield* known({ orgId, id })).length > 0;
    },
    /** Name of an agent, even of a removed one. */
    *nameOf(orgId: string, id: string): Op<string | undefined> {
      return (yield* known({ orgId, id }))[0]?.name;
    },
    /** Finds all agents with this name, whoever they belong to. */
    *called(orgId: string, given: string, limit: number): Op<Agent[]> {
      return yield* called({ orgId, name: withoutJoiners(given), limit });
    },
    /** Finds a person's agent with this name, whatever its joiners (D16). */
    *findByName(orgId: string, personId: string, given: string): Op<Agent | undefined> {
      const name = withoutJoiners(given);
      yield* lockName(orgId, 'agent', personId, name);
      return (yield* byName({ orgId, personId, name }))[0];
    },
    /** Lists agents in the order in which they were connected. */
    *page({ withRemoved, ...filter }: AgentFilter): Op<AgentSummary[]> {
      const shape = [filter.personId !== undefined && 'own', !withRemoved && 'there', filter.afterId !== undefined && 'after'];
      return yield* page(shape.filter((name) => name !== false).join(' '))({ ...filter, weekAgo: weekBefore(filter.now) });
    },
    *create(agent: Omit<Agent, 'removedAt'>): Op<void> {
      yield* insert({ ...agent });
    },
    *rename(orgId: string, id: string, name: string): Op<void> {
      yield* rename({ orgId, id, name });
    },
    *remove(orgId: string, id: string, at: number): Op<void> {
      yield* remove({ orgId, id, at });
    },
  };
}
