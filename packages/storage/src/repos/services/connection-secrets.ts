import { and, eq, ne, notLike, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import { type Engine, given } from '../../query/engine.ts';
import { accountField, type SealedSecret } from './sealed-secret.ts';

/** The credentials of connections, sealed. */
export function connectionSecretQueries({ prepare, tables: { connectionSecrets } }: Engine) {
  const ofConnection = and(
    eq(connectionSecrets.orgId, sql.placeholder('orgId')),
    eq(connectionSecrets.connectionId, sql.placeholder('connectionId')),
  );
  const secrets = prepare('connection_secrets', (db) =>
    db
      .select()
      .from(connectionSecrets)
      .where(and(ofConnection, notLike(connectionSecrets.field, accountField('%'))))
      .orderBy(connectionSecrets.field),
  );
  const deleteSecret = prepare('connection_secret_delete', (db) =>
    db.delete(connectionSecrets).where(and(ofConnection, eq(connectionSecrets.field, sql.placeholder('field')))),
  );
  const insertSecret = prepare('connection_secret_insert', (db) => db.insert(connectionSecrets).values(fillColumns(connectionSecrets)));
  const replaceSecret = prepare('connection_secret_replace', (db) =>
    db
      .update(connectionSecrets)
      .set({ keyId: given(connectionSecrets.keyId, 'newKeyId'), sealed: given(connectionSecrets.sealed, 'newSealed') })
      .where(
        and(
          ofConnection,
          eq(connectionSecrets.field, sql.placeholder('field')),
          eq(connectionSecrets.keyId, sql.placeholder('keyId')),
          eq(connectionSecrets.sealed, sql.placeholder('sealed')),
        ),
      ),
  );
  const otherKeys = prepare('connection_secrets_of_other_keys', (db) =>
    db
      .select()
      .from(connectionSecrets)
      .where(ne(connectionSecrets.keyId, sql.placeholder('keyId')))
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Credentials of the connection itself, without tokens of people. */
    *secrets(orgId: string, connectionId: string): Op<SealedSecret[]> {
      return yield* secrets({ orgId, connectionId });
    },
    *putSecret({ orgId, connectionId, field, keyId, sealed }: SealedSecret): Op<void> {
      yield* deleteSecret({ orgId, connectionId, field });
      yield* insertSecret({ orgId, connectionId, field, keyId, sealed });
    },
    *removeSecret(orgId: string, connectionId: string, field: string): Op<void> {
      yield* deleteSecret({ orgId, connectionId, field });
    },
    /** Writes a secret in the place of this one, if it is still there: it may have been replaced, or removed with its connection. */
    *replaceSecret(before: SealedSecret, { keyId, sealed }: SealedSecret): Op<void> {
      yield* replaceSecret({ ...before, newKeyId: keyId, newSealed: sealed });
    },
    /** Credentials of every organization that another key than this one encrypted. */
    *secretsOfOtherKeys(keyId: string, limit: number): Op<SealedSecret[]> {
      return yield* otherKeys({ keyId, limit });
    },
  };
}
