import type { Role } from '@gatehouse/domain';
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, setColumns } from '../../query/columns.ts';
import { type Engine, given, partsOf, queryVariants, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { callsInWeek, weekBefore } from '../log/activity-sums.ts';

/** Fields of a stored key that calls need. */
export type CallingKey = Omit<Key, 'replacedBy'>;

/** A stored key. The key itself is not here: only its hash is kept (D10). */
export type Key = Omit<Tables['keys']['$inferSelect'], 'hash'>;

/** A key, and the current data about its person and organization that a call needs (D12). */
export type KeyOfPerson = CallingKey & {
  role: Role;
  orgName: string;
  agentsReadOnly: boolean;
  /** True if the key's changes to items outside of folders wait for a review (D78). */
  asksReview: boolean;
  personName: string;
  personEmail: string;
};

export type ListedKey = Key & { agentName: string; callsInWeek: number };

export interface KeyFilter {
  orgId: string;
  /** Only keys of this person. */
  personId?: string | undefined;
  agentId?: string | undefined;
  /** Only keys after this one. */
  afterId?: string | undefined;
  now: number;
  limit: number;
}

export type KeyQueries = ReturnType<typeof keyQueries>;

/** The columns of a `CallingKey`. */
export function keyColumns(keys: Engine['tables']['keys']) {
  return omitColumns(keys, 'hash', 'replacedBy');
}

/** True of keys in which `keyFault` finds nothing at the time `now`. */
export function isGoodKey(keys: Engine['tables']['keys']): SQL {
  return sql`${keys.revokedAt} is null and (${keys.expiresAt} is null or ${keys.expiresAt} > ${sql.placeholder('now')})`;
}

export function keyQueries(engine: Engine) {
  return { ...keyReads(engine), ...keyChanges(engine) };
}

function keyReads({ prepare, tables }: Engine) {
  const { agents, keys, organizations, people } = tables;
  const calling = keyColumns(keys);
  const fields = omitColumns(keys, 'hash');
  const inOrg = eq(keys.orgId, sql.placeholder('orgId'));
  const ofOrganization = {
    orgName: organizations.name,
    agentsReadOnly: organizations.agentsReadOnly,
    asksReview: organizations.asksReview,
  };
  const ofPerson = { ...calling, role: people.role, personName: people.name, personEmail: people.email, ...ofOrganization };
  const itsOrganization = eq(organizations.id, keys.orgId);
  const itsPerson = and(eq(people.orgId, keys.orgId), eq(people.id, keys.personId), isNull(people.removedAt));
  const byHash = prepare('key_by_hash', (db) =>
    db
      .select(ofPerson)
      .from(keys)
      .innerJoin(people, itsPerson)
      .innerJoin(organizations, itsOrganization)
      .where(eq(keys.hash, sql.placeholder('hash'))),
  );
  const byIdOfPerson = prepare('key_by_id_of_person', (db) =>
    db
      .select(ofPerson)
      .from(keys)
      .innerJoin(people, itsPerson)
      .innerJoin(organizations, itsOrganization)
      .where(and(inOrg, eq(keys.id, sql.placeholder('id')))),
  );
  const byId = prepare('key_by_id', (db) =>
    db
      .select(fields)
      .from(keys)
      .where(and(inOrg, eq(keys.id, sql.placeholder('id')))),
  );
  const conditions: Record<'own' | 'agent' | 'after', SQL | undefined> = {
    own: eq(keys.personId, sql.placeholder('personId')),
    agent: eq(keys.agentId, sql.placeholder('agentId')),
    after: gt(keys.id, sql.placeholder('afterId')),
  };
  const agentName = scalar<string>(
    sql`(select ${agents.name} from ${agents} where ${agents.orgId} = ${keys.orgId} and ${agents.id} = ${keys.agentId})`,
  );
  const page = queryVariants((shape: string) =>
    prepare(`keys_${shape}`, (db) =>
      db
        .select({ ...fields, agentName, callsInWeek: callsInWeek(tables, keys.orgId, keys.id) })
        .from(keys)
        .where(and(inOrg, ...partsOf<(keyof typeof conditions)[]>(shape).map((name) => conditions[name])))
        .orderBy(keys.id)
        .limit(sql.placeholder('limit')),
    ),
  );
  const ofAgent = prepare('keys_of_agent', (db) =>
    db
      .select(fields)
      .from(keys)
      .where(and(inOrg, eq(keys.agentId, sql.placeholder('agentId'))))
      .orderBy(keys.id),
  );
  const all = prepare('keys_all', (db) => db.select(fields).from(keys).where(inOrg).orderBy(keys.createdAt, keys.id));

  return {
    /** Key with this SHA-256, if its person still belongs to the organization. The caller checks expiry and revocation. */
    *findByHash(hash: Buffer): Op<KeyOfPerson | undefined> {
      return (yield* byHash({ hash }))[0];
    },
    /** Same, by its identifier. */
    *findOfPerson(orgId: string, id: string): Op<KeyOfPerson | undefined> {
      return (yield* byIdOfPerson({ orgId, id }))[0];
    },
    *find(orgId: string, id: string): Op<Key | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    *list(orgId: string): Op<Key[]> {
      return yield* all({ orgId });
    },
    *ofAgent(orgId: string, agentId: string): Op<Key[]> {
      return yield* ofAgent({ orgId, agentId });
    },
    /** Lists keys in the order of their creation. */
    *page(filter: KeyFilter): Op<ListedKey[]> {
      const { personId, agentId, afterId } = filter;
      const shape = [personId !== undefined && 'own', agentId !== undefined && 'agent', afterId !== undefined && 'after'];
      return yield* page(shape.filter((name) => name !== false).join(' '))({ ...filter, weekAgo: weekBefore(filter.now) });
    },
  };
}

function keyChanges({ prepare, accessChanged, tables: { keys } }: Engine) {
  const inOrg = eq(keys.orgId, sql.placeholder('orgId'));
  const insert = prepare('key_insert', (db) => db.insert(keys).values(fillColumns(keys, 'revokedAt', 'lastUsedAt', 'replacedBy')));
  const revoke = prepare('key_revoke', (db) =>
    db
      .update(keys)
      .set({ revokedAt: given(keys.revokedAt, 'at') })
      .where(and(inOrg, eq(keys.id, sql.placeholder('id')), isNull(keys.revokedAt))),
  );
  const replace = prepare('key_replace', (db) =>
    db
      .update(keys)
      .set(setColumns(keys, 'expiresAt', 'replacedBy'))
      .where(and(inOrg, eq(keys.id, sql.placeholder('id')), isNull(keys.revokedAt)))
      .returning({ id: keys.id }),
  );
  const edit = prepare('key_edit', (db) =>
    db
      .update(keys)
      .set(setColumns(keys, 'limits', 'search', 'directTools'))
      .where(and(inOrg, eq(keys.id, sql.placeholder('id')))),
  );
  const use = prepare('key_use', (db) =>
    db
      .update(keys)
      .set({ lastUsedAt: given(keys.lastUsedAt, 'at') })
      .where(and(inOrg, eq(keys.id, sql.placeholder('id')))),
  );

  return {
    *create(key: Omit<CallingKey, 'revokedAt' | 'lastUsedAt'> & { hash: Buffer }): Op<void> {
      yield* insert({ ...key });
    },
    *revoke(orgId: string, id: string, at: number): Op<void> {
      yield* revoke({ orgId, id, at });
      yield* accessChanged(id);
    },
    /** Replaces a key by another one, and sets its expiry. False if it has been revoked in the meantime. */
    *replace(orgId: string, id: string, by: { replacedBy: string; expiresAt: number }): Op<boolean> {
      const replaced = yield* replace({ orgId, id, ...by });
      yield* accessChanged(id);
      return replaced.length > 0;
    },
    /** Changes the key from its next call on. Open streams of the key are checked again. */
    *edit({ orgId, id, limits, search, directTools }: Pick<Key, 'orgId' | 'id' | 'limits' | 'search' | 'directTools'>): Op<void> {
      yield* edit({ orgId, id, limits, search, directTools });
      yield* accessChanged(id);
    },
    *noteUse(orgId: string, id: string, at: number): Op<void> {
      yield* use({ orgId, id, at });
    },
  };
}
