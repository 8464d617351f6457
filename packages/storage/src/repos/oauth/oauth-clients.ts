import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns } from '../../query/columns.ts';
import { type Engine, given } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A client that registered itself. */
export type OauthClient = Omit<Tables['oauthClients']['$inferSelect'], 'address'>;

export type OauthClientQueries = ReturnType<typeof oauthClientQueries>;

export function oauthClientQueries({ prepare, tables: { oauthClients } }: Engine) {
  const fields = omitColumns(oauthClients, 'address');
  const isThis = eq(oauthClients.id, sql.placeholder('id'));
  const byId = prepare('oauth_client_by_id', (db) => db.select(fields).from(oauthClients).where(isThis));
  const insert = prepare('oauth_client_insert', (db) => db.insert(oauthClients).values(fillColumns(oauthClients, 'usedAt')));
  const use = prepare('oauth_client_use', (db) =>
    db
      .update(oauthClients)
      .set({ usedAt: given(oauthClients.usedAt, 'at') })
      .where(isThis),
  );
  const remove = prepare('oauth_client_remove', (db) => db.delete(oauthClients).where(and(isThis, isNull(oauthClients.usedAt))));
  const isUnused = isNull(oauthClients.usedAt);
  const removeUnused = prepare('oauth_clients_remove_unused', (db) =>
    db.delete(oauthClients).where(and(isUnused, lt(oauthClients.createdAt, sql.placeholder('before')))),
  );

  return {
    *find(id: string): Op<OauthClient | undefined> {
      return (yield* byId({ id }))[0];
    },
    *create(client: Omit<OauthClient, 'usedAt'> & { address: Buffer | null }): Op<void> {
      yield* insert({ ...client });
    },
    /** Records a consent, so that the client is kept. */
    *noteUse(id: string, at: number): Op<void> {
      yield* use({ id, at });
    },
    /** Removes one, unless a person consented to it. */
    *removeUnusedOne(id: string): Op<void> {
      yield* remove({ id });
    },
    /** Removes clients without consent that registered before a time. */
    *removeUnused(before: number): Op<void> {
      yield* removeUnused({ before });
    },
  };
}
