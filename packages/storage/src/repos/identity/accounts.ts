import type { Role } from '@gatehouse/domain';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, setColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** Sign-in account of a person in any number of organizations. // D38 */
export type Account = Tables['accounts']['$inferSelect'];

/** Organization of an account, and the account's person there. */
export interface Membership {
  orgId: string;
  orgName: string;
  personId: string;
  role: Role;
  /** True while the agents of the organization can only read (D85). */
  agentsReadOnly: boolean;
  /** True if agents' changes to items outside of folders wait for a review (D78). */
  asksReview: boolean;
}

export type AccountQueries = ReturnType<typeof accountQueries>;

export function accountQueries({ prepare, accessChanged, lockName, tables: { accounts, people, organizations } }: Engine) {
  const isThis = eq(accounts.id, sql.placeholder('id'));
  const byId = prepare('account_by_id', (db) => db.select().from(accounts).where(isThis));
  const byEmail = prepare('account_by_email', (db) =>
    db
      .select()
      .from(accounts)
      .where(eq(accounts.email, sql.placeholder('email'))),
  );
  const any = prepare('account_any', (db) => db.select({ id: accounts.id }).from(accounts).limit(1));
  const memberships = prepare('account_memberships', (db) =>
    db
      .select({
        orgId: people.orgId,
        orgName: organizations.name,
        personId: people.id,
        role: people.role,
        agentsReadOnly: organizations.agentsReadOnly,
        asksReview: organizations.asksReview,
      })
      .from(people)
      .innerJoin(organizations, eq(organizations.id, people.orgId))
      .where(and(eq(people.accountId, sql.placeholder('id')), isNull(people.removedAt)))
      .orderBy(people.createdAt, people.orgId),
  );
  const insert = prepare('account_insert', (db) => db.insert(accounts).values(fillColumns(accounts)));
  const setName = prepare('account_set_name', (db) => db.update(accounts).set(setColumns(accounts, 'name')).where(isThis));
  const setEmail = prepare('account_set_email', (db) => db.update(accounts).set(setColumns(accounts, 'email')).where(isThis));
  const setPassword = prepare('account_set_password', (db) => db.update(accounts).set(setColumns(accounts, 'passwordHash')).where(isThis));
  const remove = prepare('account_delete', (db) => db.delete(accounts).where(isThis));

  return {
    /** Lets only this transaction create accounts or change addresses until it ends, so that each address has one account. */
    *hold(): Op<void> {
      yield* lockName('accounts');
    },
    /**
     * Lets only this transaction open sessions of this account or change its password until it ends. Call it after `hold` if both are
     * needed.
     */
    *holdSignIn(id: string): Op<void> {
      yield* lockName('account', id);
    },
    *find(id: string): Op<Account | undefined> {
      return (yield* byId({ id }))[0];
    },
    /** E-mail addresses are stored in lower case. */
    *findByEmail(email: string): Op<Account | undefined> {
      return (yield* byEmail({ email }))[0];
    },
    /** True if any account exists. Before that, the first owner signs in by the set-up link. */
    *any(): Op<boolean> {
      return (yield* any({})).length > 0;
    },
    /** The organizations that it belongs to now, the oldest membership first. */
    *memberships(id: string): Op<Membership[]> {
      return yield* memberships({ id });
    },
    *create(account: Account): Op<void> {
      yield* insert({ ...account });
    },
    // Sets each field separately, so that changing a name never restores a password that changes at the same time.
    *setName(id: string, name: string): Op<void> {
      yield* setName({ id, name });
    },
    *setEmail(id: string, email: string): Op<void> {
      yield* setEmail({ id, email });
    },
    *setPassword(id: string, passwordHash: string): Op<void> {
      yield* setPassword({ id, passwordHash });
    },
    *remove(id: string): Op<void> {
      yield* remove({ id });
      yield* accessChanged(id);
    },
  };
}
