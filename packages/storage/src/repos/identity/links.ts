import { and, eq, gt, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns } from '../../query/columns.ts';
import { type Engine, given } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** Address that works once to set up, join or reset. Only the hash of its secret is stored. // D40 */
export type Link = Omit<Tables['links']['$inferSelect'], 'hash'>;

export type LinkQueries = ReturnType<typeof linkQueries>;

export function linkQueries(engine: Engine) {
  const {
    prepare,
    tables: { links },
  } = engine;
  const fields = omitColumns(links, 'hash');
  const isOpen = and(isNull(links.usedAt), isNull(links.revokedAt));
  const ofOrganization = and(eq(links.orgId, sql.placeholder('orgId')), eq(links.kind, 'invitation'));
  const byHash = prepare('link_by_hash', (db) =>
    db
      .select(fields)
      .from(links)
      .where(eq(links.hash, sql.placeholder('hash'))),
  );
  const byId = prepare('link_by_id', (db) =>
    db
      .select(fields)
      .from(links)
      .where(eq(links.id, sql.placeholder('id'))),
  );
  const invitations = prepare('link_invitations', (db) =>
    db
      .select(fields)
      .from(links)
      .where(and(ofOrganization, isOpen, gt(links.expiresAt, sql.placeholder('now'))))
      .orderBy(links.createdAt, links.id),
  );
  const insert = prepare('link_insert', (db) => db.insert(links).values(fillColumns(links, 'usedAt', 'revokedAt')));
  const use = prepare('link_use', (db) =>
    db
      .update(links)
      .set({ usedAt: given(links.usedAt, 'at') })
      .where(and(eq(links.id, sql.placeholder('id')), isOpen))
      .returning({ id: links.id }),
  );
  const revoke = prepare('link_revoke', (db) =>
    db
      .update(links)
      .set({ revokedAt: given(links.revokedAt, 'at') })
      .where(and(ofOrganization, eq(links.id, sql.placeholder('id')), isOpen, gt(links.expiresAt, sql.placeholder('at'))))
      .returning(fields),
  );
  const revokeNamed = prepare('link_revoke_named', (db) =>
    db
      .update(links)
      .set({ revokedAt: given(links.revokedAt, 'at') })
      .where(and(ofOrganization, eq(links.email, sql.placeholder('email')), isOpen)),
  );
  const revokeOfAccount = prepare('link_revoke_of_account', (db) =>
    db
      .update(links)
      .set({ revokedAt: given(links.revokedAt, 'at') })
      .where(and(eq(links.accountId, sql.placeholder('accountId')), isOpen)),
  );

  return {
    /** Link with this SHA-256. The caller checks if it is still valid. */
    *findByHash(hash: Buffer): Op<Link | undefined> {
      return (yield* byHash({ hash }))[0];
    },
    *find(id: string): Op<Link | undefined> {
      return (yield* byId({ id }))[0];
    },
    /** The invitations of an organization that can still be accepted. */
    *invitations(orgId: string, now: number): Op<Link[]> {
      return yield* invitations({ orgId, now });
    },
    *create(link: Omit<Link, 'usedAt' | 'revokedAt'> & { hash: Buffer }): Op<void> {
      yield* insert({ ...link });
    },
    /** Marks it as used. False if it was used already. */
    *use(id: string, at: number): Op<boolean> {
      return (yield* use({ id, at })).length > 0;
    },
    /** Takes an invitation back that is still open. */
    *revokeInvitation(orgId: string, id: string, at: number): Op<Link | undefined> {
      return (yield* revoke({ orgId, id, at }))[0];
    },
    /** Revokes earlier invitations of this address: only the last one is valid. */
    *revokeInvitationsOf(orgId: string, email: string, at: number): Op<void> {
      yield* revokeNamed({ orgId, email, at });
    },
    /** Revokes links that reset the password of this account. */
    *revokeOfAccount(accountId: string, at: number): Op<void> {
      yield* revokeOfAccount({ accountId, at });
    },
    ...linkRemovals(engine),
  };
}

/** Deletes links for good: expired ones, and those of deleted accounts. */
function linkRemovals({ prepare, tables: { links } }: Engine) {
  const remove = prepare('link_remove', (db) => db.delete(links).where(eq(links.id, sql.placeholder('id'))));
  const removeOfAccount = prepare('link_remove_of_account', (db) =>
    db.delete(links).where(eq(links.accountId, sql.placeholder('accountId'))),
  );
  const removeOldResets = prepare('link_remove_old_resets', (db) => {
    const ofStrangers = and(eq(links.accountId, sql.placeholder('accountId')), eq(links.kind, 'reset'), isNull(links.createdBy));
    const newest = sql`(select id from ${links} where ${ofStrangers} order by created_at desc, id desc limit ${sql.placeholder('keep')})`;
    return db.delete(links).where(and(ofStrangers, notInArray(links.id, newest)));
  });
  const removeStale = prepare('link_remove_stale', (db) => db.delete(links).where(lt(links.expiresAt, sql.placeholder('before'))));

  return {
    *remove(id: string): Op<void> {
      yield* remove({ id });
    },
    *removeOfAccount(accountId: string): Op<void> {
      yield* removeOfAccount({ accountId });
    },
    /** Keeps only the newest links of an account for a new password that the account itself requested. */
    *removeOldResets(accountId: string, keep: number): Op<void> {
      yield* removeOldResets({ accountId, keep });
    },
    /** Removes those that were over before a time. */
    *removeStale(before: number): Op<void> {
      yield* removeStale({ before });
    },
  };
}
