import { and, eq, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/**
 * A browser that was sent to a service. Neither the state nor the session's token is stored: the hash that finishes the authorization is
 * derived from both. // D62
 */
export type ConnectionAuthorization = Omit<Tables['connectionAuthorizations']['$inferSelect'], 'hash'>;

/** Maximum stored for one session. */
const maxOfSession = 20;

export type ConnectionAuthorizationQueries = ReturnType<typeof connectionAuthorizationQueries>;

export function connectionAuthorizationQueries({ prepare, tables: { connectionAuthorizations } }: Engine) {
  const fields = omitColumns(connectionAuthorizations, 'hash');
  const ofSession = eq(connectionAuthorizations.sessionId, sql.placeholder('sessionId'));
  const insert = prepare('connection_authorization_insert', (db) =>
    db.insert(connectionAuthorizations).values(fillColumns(connectionAuthorizations)),
  );
  const { id } = connectionAuthorizations;
  const forgetOlder = prepare('connection_authorization_forget_older', (db) =>
    db
      .delete(connectionAuthorizations)
      .where(
        and(
          ofSession,
          sql`${id} <= (select a.id from ${connectionAuthorizations} as a where a.session_id = ${sql.placeholder('sessionId')} order by a.id desc limit 1 offset ${sql.raw(String(maxOfSession))})`,
        ),
      ),
  );
  const take = prepare('connection_authorization_take', (db) =>
    db
      .delete(connectionAuthorizations)
      .where(and(ofSession, eq(connectionAuthorizations.hash, sql.placeholder('hash'))))
      .returning(fields),
  );
  const removeOfPerson = prepare('connection_authorization_remove_of_person', (db) =>
    db
      .delete(connectionAuthorizations)
      .where(
        and(
          eq(connectionAuthorizations.orgId, sql.placeholder('orgId')),
          eq(connectionAuthorizations.personId, sql.placeholder('personId')),
        ),
      ),
  );
  const removeOld = prepare('connection_authorization_remove_old', (db) =>
    db.delete(connectionAuthorizations).where(lte(connectionAuthorizations.expiresAt, sql.placeholder('before'))),
  );

  return {
    /** Keeps only the latest twenty of one session. */
    *create(authorization: ConnectionAuthorization & { hash: Buffer }): Op<void> {
      yield* insert({ ...authorization });
      yield* forgetOlder({ sessionId: authorization.sessionId });
    },
    /** Removes the one of a session with this SHA-256 of its state, so that it is used once. The caller checks its expiry. */
    *take(hash: Buffer, sessionId: string): Op<ConnectionAuthorization | undefined> {
      return (yield* take({ hash, sessionId }))[0];
    },
    *removeOfPerson(orgId: string, personId: string): Op<void> {
      yield* removeOfPerson({ orgId, personId });
    },
    /** Removes authorizations that have expired at a time. */
    *removeOld(before: number): Op<void> {
      yield* removeOld({ before });
    },
  };
}
