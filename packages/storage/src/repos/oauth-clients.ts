import { and, eq, getTableColumns, gt, isNull, lt, sql } from 'drizzle-orm';
import { type Engine, given, placeholders } from '../engine.ts';
import type { Op } from '../ops.ts';
import type { Tables } from '../schema.ts';

/** A client that registered itself. */
export type OauthClient = Omit<Tables['oauthClients']['$inferSelect'], 'address'>;

export type OauthClientQueries = ReturnType<typeof oauthClientQueries>;

export function oauthClientQueries({ prepare, lockName, tables: { oauthClients } }: Engine) {
  const { address, ...fields } = getTableColumns(oauthClients);
  const isThis = eq(oauthClients.id, sql.placeholder('id'));
  const byId = prepare('oauth_client_by_id', (db) => db.select(fields).from(oauthClients).where(isThis));
  const insert = prepare('oauth_client_insert', (db) =>
    db.insert(oauthClients).values(placeholders('id', 'metadata', 'address', 'createdAt')),
  );
  const use = prepare('oauth_client_use', (db) =>
    db
      .update(oauthClients)
      .set({ usedAt: given(oauthClients.usedAt, 'at') })
      .where(isThis),
  );
  const isUnused = isNull(oauthClients.usedAt);
  const ofAddress = prepare('oauth_clients_of_address', (db) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(oauthClients)
      .where(and(eq(address, sql.placeholder('address')), gt(oauthClients.createdAt, sql.placeholder('since')))),
  );
  const unused = prepare('oauth_clients_unused', (db) => db.select({ count: sql<number>`count(*)` }).from(oauthClients).where(isUnused));
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
    /** Somebody consented to it: it is kept. */
    *noteUse(id: string, at: number): Op<void> {
      yield* use({ id, at });
    },
    /** How many registered from an address since a time. Whoever asks next waits until the transaction ends. */
    *countOfAddress(address: Buffer, since: number): Op<number> {
      yield* lockName('oauth_clients', address.toString('hex'));
      return Number((yield* ofAddress({ address, since }))[0]?.count ?? 0);
    },
    *countUnused(): Op<number> {
      return Number((yield* unused({}))[0]?.count ?? 0);
    },
    /** Removes those that nobody consented to and that registered before a time. */
    *removeUnused(before: number): Op<void> {
      yield* removeUnused({ before });
    },
  };
}
