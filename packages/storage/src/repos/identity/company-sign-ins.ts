import { and, eq, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A browser that was sent to the company. The state and the browser's cookie are stored only as hashes. // D38 */
export type CompanySignIn = Omit<Tables['companySignIns']['$inferSelect'], 'hash' | 'browser'>;

export type CompanySignInQueries = ReturnType<typeof companySignInQueries>;

export function companySignInQueries({ prepare, tables: { companySignIns } }: Engine) {
  const fields = omitColumns(companySignIns, 'hash', 'browser');
  const insert = prepare('company_sign_in_insert', (db) => db.insert(companySignIns).values(fillColumns(companySignIns)));
  const take = prepare('company_sign_in_take', (db) =>
    db
      .delete(companySignIns)
      .where(and(eq(companySignIns.hash, sql.placeholder('hash')), eq(companySignIns.browser, sql.placeholder('browser'))))
      .returning(fields),
  );
  const removeOfAccount = prepare('company_sign_in_remove_of_account', (db) =>
    db.delete(companySignIns).where(eq(companySignIns.accountId, sql.placeholder('accountId'))),
  );
  const removeOld = prepare('company_sign_in_remove_old', (db) =>
    db.delete(companySignIns).where(lte(companySignIns.expiresAt, sql.placeholder('before'))),
  );

  return {
    *create(signIn: CompanySignIn & { hash: Buffer; browser: Buffer }): Op<void> {
      yield* insert({ ...signIn });
    },
    /** Removes the one with these SHA-256 values, so that it is used once. The caller checks its expiry. */
    *take(hash: Buffer, browser: Buffer): Op<CompanySignIn | undefined> {
      return (yield* take({ hash, browser }))[0];
    },
    *removeOfAccount(accountId: string): Op<void> {
      yield* removeOfAccount({ accountId });
    },
    /** Removes sign-ins that have expired at a time. */
    *removeOld(before: number): Op<void> {
      yield* removeOld({ before });
    },
  };
}
