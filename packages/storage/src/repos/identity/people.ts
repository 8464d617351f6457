import { and, type Column, eq, gt, isNull, ne, type SQL, sql, type Table } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, setOtherColumns } from '../../query/columns.ts';
import { type Engine, given, queryVariants, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { isGoodKey } from './keys.ts';

export type Person = Omit<Tables['people']['$inferSelect'], 'newsSeenAt'>;

export type PeopleQueries = ReturnType<typeof peopleQueries>;

/** Numbers of a person's belongings in an organization. */
export interface Belongings {
  folders: number;
  openTasks: number;
  connections: number;
  privateConnections: number;
  agents: number;
  goodKeys: number;
}

export function peopleQueries(engine: Engine) {
  return { ...peopleReads(engine), ...belongingQueries(engine), ...peopleChanges(engine) };
}

function peopleReads({ prepare, tables: { people } }: Engine) {
  const inOrg = eq(people.orgId, sql.placeholder('orgId'));
  const byId = prepare('person_by_id', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, eq(people.id, sql.placeholder('id')), isNull(people.removedAt))),
  );
  const known = prepare('person_known', (db) =>
    db
      .select({ name: people.name })
      .from(people)
      .where(and(inOrg, eq(people.id, sql.placeholder('id')))),
  );
  const byEmail = prepare('person_by_email', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, eq(people.email, sql.placeholder('email')))),
  );
  const byAccount = prepare('person_by_account', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, eq(people.accountId, sql.placeholder('accountId')))),
  );
  const all = prepare('people_all', (db) =>
    db
      .select()
      .from(people)
      .where(and(inOrg, isNull(people.removedAt)))
      .orderBy(people.createdAt, people.id),
  );
  const page = queryVariants((shape: 'first' | 'next') =>
    prepare(`people_${shape}`, (db) =>
      db
        .select()
        .from(people)
        .where(and(inOrg, isNull(people.removedAt), shape === 'next' ? gt(people.id, sql.placeholder('afterId')) : undefined))
        .orderBy(people.id)
        .limit(sql.placeholder('limit')),
    ),
  );

  return {
    /** A person who belongs to the organization now. */
    *find(orgId: string, id: string): Op<Person | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    /** True even for a removed person. */
    *isKnown(orgId: string, id: string): Op<boolean> {
      return (yield* known({ orgId, id })).length > 0;
    },
    /** Name of a person, even of a removed one. */
    *nameOf(orgId: string, id: string): Op<string | undefined> {
      return (yield* known({ orgId, id }))[0]?.name;
    },
    /** Finds removed people too: adding them again restores them. E-mail addresses are stored in lower case. */
    *findByEmail(orgId: string, email: string): Op<Person | undefined> {
      return (yield* byEmail({ orgId, email }))[0];
    },
    /** Person who signs in with this account. */
    *findByAccount(orgId: string, accountId: string): Op<Person | undefined> {
      return (yield* byAccount({ orgId, accountId }))[0];
    },
    *list(orgId: string): Op<Person[]> {
      return yield* all({ orgId });
    },
    /** Lists people by ID, which is the order in which they were first added. */
    *page(orgId: string, limit: number, afterId?: string): Op<Person[]> {
      return yield* page(afterId === undefined ? 'first' : 'next')({ orgId, limit, afterId });
    },
  };
}

function belongingQueries({ prepare, tables: { agents, connections, folders, keys, people, tasks } }: Engine) {
  const inOrg = eq(people.orgId, sql.placeholder('orgId'));
  /** Number of the organization's rows in a table that match a condition. */
  const countOf = (table: Table, orgId: Column, condition: SQL) =>
    scalar<number>(sql`(select count(*) from ${table} where ${orgId} = ${people.orgId} and ${condition})`);
  const isOpenTask = sql`${tasks.assignee} = ${people.email} and ${eq(tasks.isOpen, true)}`;
  const isOwnConnection = (isPrivate: boolean) =>
    sql`${connections.ownerId} = ${people.id} and ${(isPrivate ? eq : ne)(connections.visibility, 'private')}`;
  const belongings = prepare('person_belongings', (db) =>
    db
      .select({
        folders: countOf(folders, folders.orgId, sql`${folders.ownerId} = ${people.id} and ${folders.deletedAt} is null`),
        openTasks: countOf(tasks, tasks.orgId, isOpenTask),
        connections: countOf(connections, connections.orgId, isOwnConnection(false)),
        privateConnections: countOf(connections, connections.orgId, isOwnConnection(true)),
        agents: countOf(agents, agents.orgId, sql`${agents.personId} = ${people.id} and ${agents.removedAt} is null`),
        goodKeys: countOf(keys, keys.orgId, sql`${keys.personId} = ${people.id} and ${isGoodKey(keys)}`),
      })
      .from(people)
      .where(and(inOrg, eq(people.id, sql.placeholder('id')))),
  );

  return {
    *belongings({ orgId, id }: Pick<Person, 'orgId' | 'id'>, now: number): Op<Belongings> {
      const [counted] = yield* belongings({ orgId, id, now });
      if (!counted) throw new Error(`no person ${id} to count the belongings of`);
      return counted;
    },
  };
}

function peopleChanges({ prepare, lockName, accessChanged, tables: { people } }: Engine) {
  const inOrg = eq(people.orgId, sql.placeholder('orgId'));
  const insert = prepare('person_insert', (db) => db.insert(people).values(fillColumns(people, 'removedAt', 'newsSeenAt')));
  const update = prepare('person_update', (db) =>
    db
      .update(people)
      .set(setOtherColumns(people, 'orgId', 'id', 'createdAt', 'newsSeenAt'))
      .where(and(inOrg, eq(people.id, sql.placeholder('id')))),
  );
  const newsSeen = prepare('person_news_seen', (db) =>
    db
      .select({ at: people.newsSeenAt })
      .from(people)
      .where(and(inOrg, eq(people.id, sql.placeholder('id')))),
  );
  const setNewsSeen = prepare('person_set_news_seen', (db) =>
    db
      .update(people)
      .set({ newsSeenAt: given(people.newsSeenAt, 'at') })
      .where(and(inOrg, eq(people.id, sql.placeholder('id')))),
  );

  return {
    /**
     * Lets only this transaction change the organization's people until it ends. Needed for decisions that depend on them, such as keeping
     * one owner.
     */
    *hold(orgId: string): Op<void> {
      yield* lockName(orgId, 'people');
    },
    /** Time up to which the person has seen the news. */
    *newsSeen(orgId: string, id: string): Op<number | null> {
      return (yield* newsSeen({ orgId, id }))[0]?.at ?? null;
    },
    *setNewsSeen(orgId: string, id: string, at: number): Op<void> {
      yield* setNewsSeen({ orgId, id, at });
    },
    *create(person: Omit<Person, 'removedAt' | 'accountId'> & { accountId?: string | null }): Op<void> {
      yield* insert({ accountId: null, ...person });
    },
    *update(person: Person): Op<void> {
      yield* update({ ...person });
      yield* accessChanged(person.id);
    },
  };
}
