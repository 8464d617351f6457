import type { ItemType } from '@gatehouse/domain';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { omitColumns, pickColumns, setColumns } from '../../query/columns.ts';
import { type Engine, placeholders, queryVariants } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

type Row = Tables['organizations']['$inferSelect'];
/** Columns that have queries of their own. */
const apart = ['taskCount', 'clientHosts', 'houseRules', 'agentsReadOnly', 'asksReview', 'historySince'] as const;
export type Organization = Omit<Row, (typeof apart)[number]>;
/** Settings that people choose. The other columns never change or follow from events. */
type Chosen = Omit<Row, 'id' | 'number' | 'taskCount' | 'createdAt' | 'historySince'>;

/** Number of items of a type, and bytes of their current content. */
export interface ItemUse {
  items: number;
  bytes: number;
}

export type OrganizationQueries = ReturnType<typeof organizationQueries>;

export function organizationQueries(engine: Engine) {
  return { ...organizationRows(engine), ...organizationUse(engine) };
}

function organizationRows({ prepare, lockName, accessChanged, tables: { organizations } }: Engine) {
  const fields = omitColumns(organizations, ...apart);
  const byId = prepare('organization_by_id', (db) =>
    db
      .select(fields)
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('id'))),
  );
  const all = prepare('organizations_all', (db) => db.select(fields).from(organizations).orderBy(organizations.number));
  const highest = prepare('organizations_highest', (db) =>
    db.select({ number: sql<number | null>`max(${organizations.number})` }).from(organizations),
  );
  const insert = prepare('organization_insert', (db) =>
    db.insert(organizations).values({
      ...placeholders('id', 'number', 'name', 'createdAt'),
      historySince: sql.placeholder('createdAt'),
      taskCount: 0,
      agentsReadOnly: false,
      asksReview: false,
    }),
  );
  const since = prepare('organization_history_since', (db) =>
    db
      .select({ at: organizations.historySince })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('id'))),
  );
  const set = queryVariants((column: keyof Chosen) =>
    prepare(`organization_set_${column}`, (db) =>
      db
        .update(organizations)
        .set(setColumns(organizations, column))
        .where(eq(organizations.id, sql.placeholder('id'))),
    ),
  );
  const hosts = prepare('organization_client_hosts', (db) =>
    db
      .select({ hosts: organizations.clientHosts })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('id'))),
  );
  const rules = prepare('organization_house_rules', (db) =>
    db
      .select({ houseRules: organizations.houseRules })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('id'))),
  );
  const ofAgents = prepare('organization_rules_of_agents', (db) =>
    db
      .select(pickColumns(organizations, 'agentsReadOnly', 'asksReview'))
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('id'))),
  );
  const countTask = prepare('organization_count_task', (db) =>
    db
      .update(organizations)
      .set({ taskCount: sql`${organizations.taskCount} + 1` })
      .where(eq(organizations.id, sql.placeholder('id')))
      .returning({ number: organizations.taskCount }),
  );
  /** Lets only this transaction create organizations, or look for them in order to create one, until it ends. */
  function* hold(): Op<void> {
    yield* lockName('organizations');
  }

  return {
    hold,
    *find(id: string): Op<Organization | undefined> {
      return (yield* byId({ id }))[0];
    },
    *list(): Op<Organization[]> {
      return yield* all({});
    },
    *create(organization: { id: string; name: string; createdAt: number }): Op<void> {
      yield* hold();
      const [row] = yield* highest({});
      yield* insert({ ...organization, number: (row?.number ?? 0) + 1 });
    },
    *set<Column extends keyof Chosen>(id: string, column: Column, value: Chosen[Column]): Op<void> {
      yield* set(column)({ id, [column]: value });
    },
    *rename(id: string, name: string): Op<void> {
      yield* set('name')({ id, name });
    },
    /** Applies to all keys from their next calls on. Open streams of the keys are checked again. */
    *setAgentsReadOnly(id: string, agentsReadOnly: boolean): Op<void> {
      yield* set('agentsReadOnly')({ id, agentsReadOnly });
      yield* accessChanged(id);
    },
    /** True if the keys can only read (D85). */
    *agentsReadOnly(id: string): Op<boolean> {
      return (yield* ofAgents({ id }))[0]?.agentsReadOnly ?? false;
    },
    /** True if agents' changes to items outside of folders wait for a review (D78). */
    *asksReview(id: string): Op<boolean> {
      return (yield* ofAgents({ id }))[0]?.asksReview ?? false;
    },
    /** Empty if clients of any host can be allowed. */
    *clientHosts(id: string): Op<string[]> {
      return (yield* hosts({ id }))[0]?.hosts ?? [];
    },
    /** Null if it has none. */
    *houseRules(id: string): Op<string | null> {
      return (yield* rules({ id }))[0]?.houseRules ?? null;
    },
    /** The time from which its history has every value (D67). */
    *historySince(id: string): Op<number> {
      return (yield* since({ id }))[0]?.at ?? 0;
    },
    /** The organization's next task number, from 1 (D26). */
    *nextTaskNumber(id: string): Op<number> {
      const [row] = yield* countTask({ id });
      if (!row) throw new Error(`no organization ${id} to number a task in`);
      return row.number;
    },
  };
}

function organizationUse({ prepare, tables: { items } }: Engine) {
  const use = queryVariants((state: 'kept' | 'trash') =>
    prepare(`organization_use_${state}`, (db) => {
      const newest = db
        .select({ sizeBytes: items.sizeBytes })
        .from(items)
        .where(
          and(
            eq(items.orgId, sql.placeholder('orgId')),
            eq(items.type, sql.placeholder('type')),
            state === 'kept' ? isNull(items.deletedAt) : isNotNull(items.deletedAt),
          ),
        )
        .orderBy(desc(items.deletedAt), desc(items.updatedAt), desc(items.id))
        .limit(sql.placeholder('limit'))
        .as('newest');
      const bytes = sql<number>`cast(coalesce(sum(${newest.sizeBytes}), 0) as bigint)`;
      return db.select({ items: sql<number>`count(*)`, bytes }).from(newest);
    }),
  );

  return {
    /** Use of items of a type, either in the trash or outside it. Counts the newest `most`. */
    *use(orgId: string, type: ItemType, state: 'kept' | 'trash', most: number): Op<ItemUse> {
      const [used] = yield* use(state)({ orgId, type, limit: most });
      return { items: Number(used?.items ?? 0), bytes: Number(used?.bytes ?? 0) };
    },
  };
}
