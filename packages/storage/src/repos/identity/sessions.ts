import type { Role } from '@gatehouse/domain';
import { and, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns } from '../../query/columns.ts';
import { type Engine, given, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A browser that is signed in. The token itself is not here: only its hash is kept (D39). */
export type Session = Omit<Tables['sessions']['$inferSelect'], 'hash'>;

/**
 * A session with the current person of its account in one organization. Null without such a person, or if no organization was requested.
 */
export type SessionOfPerson = Session & {
  personId: string | null;
  role: Role | null;
  personName: string | null;
  personEmail: string | null;
};

export type SessionQueries = ReturnType<typeof sessionQueries>;

export function sessionQueries({ prepare, accessChanged, tables: { sessions, people, callSlots } }: Engine) {
  const fields = omitColumns(sessions, 'hash');
  const ofAccount = eq(sessions.accountId, sql.placeholder('accountId'));
  // Subqueries and not a join: this is the first query of every call of a person.
  const ofPerson = <T>(column: SQL) =>
    scalar<T>(
      sql`(select ${column} from ${people} where ${people.accountId} = ${sessions.accountId} and ${people.orgId} = ${sql.placeholder('orgId')} and ${people.removedAt} is null)`,
    );
  const byHash = prepare('session_by_hash', (db) =>
    db
      .select({
        ...fields,
        personId: ofPerson<string | null>(sql`${people.id}`),
        role: ofPerson<Role | null>(sql`${people.role}`),
        personName: ofPerson<string | null>(sql`${people.name}`),
        personEmail: ofPerson<string | null>(sql`${people.email}`),
      })
      .from(sessions)
      .where(eq(sessions.hash, sql.placeholder('hash'))),
  );
  const open = prepare('sessions_open', (db) =>
    db
      .select(fields)
      .from(sessions)
      .where(and(ofAccount, isNull(sessions.endedAt), gt(sessions.expiresAt, sql.placeholder('now'))))
      .orderBy(sessions.createdAt, sessions.id),
  );
  const insert = prepare('session_insert', (db) => db.insert(sessions).values(fillColumns(sessions, 'endedAt')));
  const seen = prepare('session_seen', (db) =>
    db
      .update(sessions)
      .set({ seenAt: given(sessions.seenAt, 'at') })
      .where(eq(sessions.id, sql.placeholder('id'))),
  );
  const end = prepare('session_end', (db) =>
    db
      .update(sessions)
      .set({ endedAt: given(sessions.endedAt, 'at') })
      .where(and(ofAccount, eq(sessions.id, sql.placeholder('id')), isNull(sessions.endedAt)))
      .returning({ id: sessions.id }),
  );
  const endOthers = prepare('session_end_others', (db) =>
    db
      .update(sessions)
      .set({ endedAt: given(sessions.endedAt, 'at') })
      .where(and(ofAccount, ne(sessions.id, sql.placeholder('but')), isNull(sessions.endedAt)))
      .returning({ id: sessions.id }),
  );
  const stale = lt(sessions.expiresAt, sql.placeholder('before'));
  const removeStaleSlots = prepare('session_remove_stale_slots', (db) =>
    db.delete(callSlots).where(inArray(callSlots.keyId, sql`(select ${sessions.id} from ${sessions} where ${stale})`)),
  );
  const removeStale = prepare('session_remove_stale', (db) => db.delete(sessions).where(stale));
  const removeSlots = prepare('session_remove_slots', (db) =>
    db.delete(callSlots).where(inArray(callSlots.keyId, sql`(select ${sessions.id} from ${sessions} where ${ofAccount})`)),
  );
  const removeAll = prepare('session_remove_all', (db) => db.delete(sessions).where(ofAccount));

  return {
    /** Finds the session with this SHA-256. The caller must check that it is still valid. */
    *findByHash(hash: Buffer, orgId: string | undefined): Op<SessionOfPerson | undefined> {
      return (yield* byHash({ hash, orgId: orgId ?? '' }))[0];
    },
    /** Sessions of an account that have neither ended nor expired. */
    *list(accountId: string, now: number): Op<Session[]> {
      return yield* open({ accountId, now });
    },
    *create(session: Omit<Session, 'endedAt'> & { hash: Buffer }): Op<void> {
      yield* insert({ ...session });
    },
    *noteSeen(id: string, at: number): Op<void> {
      yield* seen({ id, at });
    },
    /** Ends a session of an account. False if the account has no such open session. */
    *end(accountId: string, id: string, at: number): Op<boolean> {
      if ((yield* end({ accountId, id, at })).length === 0) return false;
      yield* accessChanged(id);
      return true;
    },
    /** Ends all sessions of an account except one, and returns their number. */
    *endOthers(accountId: string, but: string | undefined, at: number): Op<number> {
      const ended = yield* endOthers({ accountId, but: but ?? '', at });
      if (ended.length > 0) yield* accessChanged(accountId);
      return ended.length;
    },
    /** Removes all sessions of an account, with their call slots. */
    *removeAll(accountId: string): Op<void> {
      yield* removeSlots({ accountId });
      yield* removeAll({ accountId });
    },
    /** Removes those that were over before a time. */
    *removeStale(before: number): Op<void> {
      yield* removeStaleSlots({ before });
      yield* removeStale({ before });
    },
  };
}
