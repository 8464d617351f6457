import type { OauthModel } from '@gatehouse/domain';
import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, setColumns } from '../../query/columns.ts';
import { type Engine, given } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** State of the authorization server. The secrets that name it to clients and browsers are stored only as hashes. */
export type OauthRecord = Omit<Tables['oauthRecords']['$inferSelect'], 'hash'>;

/** A grant, as the row of its key names it. */
export interface GrantName {
  orgId: string;
  keyId: string;
  agentId: string;
}

export type OauthRecordQueries = ReturnType<typeof oauthRecordQueries>;

export function oauthRecordQueries({ prepare, tables: { oauthRecords, keys } }: Engine) {
  const { hash } = oauthRecords;
  const fields = omitColumns(oauthRecords, 'hash');
  const isThis = eq(oauthRecords.id, sql.placeholder('id'));
  const byHash = prepare('oauth_record_by_hash', (db) =>
    db
      .select(fields)
      .from(oauthRecords)
      .where(and(eq(hash, sql.placeholder('hash')), eq(oauthRecords.model, sql.placeholder('model')))),
  );
  const byToken = prepare('oauth_token_by_hash', (db) =>
    db
      .select({ keyHash: keys.hash, expiresAt: oauthRecords.expiresAt })
      .from(oauthRecords)
      .innerJoin(keys, and(eq(keys.orgId, oauthRecords.orgId), eq(keys.id, oauthRecords.keyId)))
      .where(and(eq(hash, sql.placeholder('hash')), eq(oauthRecords.model, 'access_token'))),
  );
  const insert = prepare('oauth_record_insert', (db) => db.insert(oauthRecords).values(fillColumns(oauthRecords, 'consumedAt')));
  const setPayload = prepare('oauth_record_set_payload', (db) =>
    db.update(oauthRecords).set(setColumns(oauthRecords, 'payload')).where(isThis),
  );
  const consume = prepare('oauth_record_consume', (db) =>
    db
      .update(oauthRecords)
      .set({ consumedAt: given(oauthRecords.consumedAt, 'at') })
      .where(and(isThis, isNull(oauthRecords.consumedAt)))
      .returning({ id: oauthRecords.id }),
  );
  const remove = prepare('oauth_record_remove', (db) => db.delete(oauthRecords).where(isThis));
  const ofGrant = and(eq(oauthRecords.orgId, sql.placeholder('orgId')), eq(oauthRecords.keyId, sql.placeholder('keyId')));
  const removeOfGrant = prepare('oauth_records_remove_of_grant', (db) => db.delete(oauthRecords).where(ofGrant));
  const removeOld = prepare('oauth_records_remove_old', (db) =>
    db.delete(oauthRecords).where(lte(oauthRecords.expiresAt, sql.placeholder('before'))),
  );
  const ofKey = sql`${oauthRecords.orgId} = ${keys.orgId} and ${oauthRecords.keyId} = ${keys.id} and ${oauthRecords.model} <> 'grant'`;
  const ended = prepare('oauth_grants_ended', (db) =>
    db
      .select({ orgId: keys.orgId, keyId: keys.id, agentId: keys.agentId })
      .from(keys)
      .where(
        and(
          eq(keys.prefix, ''),
          isNull(keys.revokedAt),
          lt(keys.createdAt, sql.placeholder('before')),
          sql`not exists (select 1 from ${oauthRecords} where ${ofKey})`,
        ),
      )
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Finds the record of a model with this SHA-256. The caller must check its expiry. */
    *find(model: OauthModel, hash: Buffer): Op<OauthRecord | undefined> {
      return (yield* byHash({ model, hash }))[0];
    },
    /** Finds the grant of the access token with this SHA-256: the hash of its key, and its expiry. Neither changes. */
    *findTokenKey(hash: Buffer): Op<{ keyHash: Buffer; expiresAt: number } | undefined> {
      return (yield* byToken({ hash }))[0];
    },
    *create(record: Omit<OauthRecord, 'consumedAt'> & { hash: Buffer }): Op<void> {
      yield* insert({ ...record });
    },
    *setPayload(id: string, payload: OauthRecord['payload']): Op<void> {
      yield* setPayload({ id, payload });
    },
    /** Records its only use. False if it was used before. */
    *consume(id: string, at: number): Op<boolean> {
      return (yield* consume({ id, at })).length > 0;
    },
    *remove(id: string): Op<void> {
      yield* remove({ id });
    },
    *removeOfGrant(orgId: string, keyId: string): Op<void> {
      yield* removeOfGrant({ orgId, keyId });
    },
    /** Removes records that expired before a time. */
    *removeOld(before: number): Op<void> {
      yield* removeOld({ before });
    },
    /** Grants made before a time that have no code and no token left. */
    *endedGrants(before: number, limit: number): Op<GrantName[]> {
      return yield* ended({ before, limit });
    },
  };
}
