import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** Identity of an account at the company: issuer and subject together. // D38 */
export type CompanyIdentity = Tables['companyIdentities']['$inferSelect'];

export type CompanyIdentityQueries = ReturnType<typeof companyIdentityQueries>;

export function companyIdentityQueries({ prepare, tables: { companyIdentities } }: Engine) {
  const ofAccount = eq(companyIdentities.accountId, sql.placeholder('accountId'));
  const bySubject = prepare('company_identity_by_subject', (db) =>
    db
      .select()
      .from(companyIdentities)
      .where(and(eq(companyIdentities.issuer, sql.placeholder('issuer')), eq(companyIdentities.subject, sql.placeholder('subject')))),
  );
  const list = prepare('company_identities_of_account', (db) =>
    db.select().from(companyIdentities).where(ofAccount).orderBy(companyIdentities.createdAt, companyIdentities.id),
  );
  const insert = prepare('company_identity_insert', (db) => db.insert(companyIdentities).values(fillColumns(companyIdentities)));
  const remove = prepare('company_identity_delete', (db) =>
    db
      .delete(companyIdentities)
      .where(and(ofAccount, eq(companyIdentities.id, sql.placeholder('id'))))
      .returning({ id: companyIdentities.id }),
  );
  const removeAll = prepare('company_identity_delete_all', (db) => db.delete(companyIdentities).where(ofAccount));

  return {
    *find(issuer: string, subject: string): Op<CompanyIdentity | undefined> {
      return (yield* bySubject({ issuer, subject }))[0];
    },
    /** Lists the identities of an account, oldest first. */
    *list(accountId: string): Op<CompanyIdentity[]> {
      return yield* list({ accountId });
    },
    *create(identity: CompanyIdentity): Op<void> {
      yield* insert({ ...identity });
    },
    /** Removes an identity of an account. False if the account does not have it. */
    *remove(accountId: string, id: string): Op<boolean> {
      return (yield* remove({ accountId, id })).length > 0;
    },
    *removeAll(accountId: string): Op<void> {
      yield* removeAll({ accountId });
    },
  };
}
