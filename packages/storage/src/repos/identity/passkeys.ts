import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, setColumns } from '../../query/columns.ts';
import { type Engine, given } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** Credential for signing in without a password. // D38 */
export type Passkey = Tables['passkeys']['$inferSelect'];

/** Challenge that a passkey must sign once. Only its hash is stored. */
export type PasskeyChallenge = Omit<Tables['passkeyChallenges']['$inferSelect'], 'hash'>;

export type PasskeyQueries = ReturnType<typeof passkeyQueries>;

export function passkeyQueries({ prepare, lockName, tables: { passkeys, passkeyChallenges: challenges } }: Engine) {
  const ofAccount = eq(passkeys.accountId, sql.placeholder('accountId'));
  const list = prepare('passkeys_of_account', (db) => db.select().from(passkeys).where(ofAccount).orderBy(passkeys.createdAt, passkeys.id));
  const byCredential = prepare('passkey_by_credential', (db) =>
    db
      .select()
      .from(passkeys)
      .where(eq(passkeys.credentialId, sql.placeholder('credentialId'))),
  );
  const insert = prepare('passkey_insert', (db) => db.insert(passkeys).values(fillColumns(passkeys)));
  const counter = sql`${sql.placeholder('counter')}`;
  const use = prepare('passkey_use', (db) =>
    db
      .update(passkeys)
      .set({ ...setColumns(passkeys, 'counter'), lastUsedAt: given(passkeys.lastUsedAt, 'at') })
      .where(
        and(
          eq(passkeys.id, sql.placeholder('id')),
          or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter))),
        ),
      )
      .returning({ id: passkeys.id }),
  );
  const remove = prepare('passkey_delete', (db) =>
    db
      .delete(passkeys)
      .where(and(ofAccount, eq(passkeys.id, sql.placeholder('id'))))
      .returning({ id: passkeys.id }),
  );
  const removeAll = prepare('passkey_delete_all', (db) => db.delete(passkeys).where(ofAccount));

  const insertChallenge = prepare('challenge_insert', (db) => db.insert(challenges).values(fillColumns(challenges)));
  const isOpen = and(eq(challenges.hash, sql.placeholder('hash')), gt(challenges.expiresAt, sql.placeholder('now')));
  const fields = omitColumns(challenges, 'hash');
  const takeForAccount = prepare('challenge_take_for_account', (db) =>
    db
      .delete(challenges)
      .where(and(isOpen, eq(challenges.accountId, sql.placeholder('accountId'))))
      .returning(fields),
  );
  const takeForSignIn = prepare('challenge_take_for_sign_in', (db) =>
    db
      .delete(challenges)
      .where(and(isOpen, isNull(challenges.accountId)))
      .returning(fields),
  );
  const removeChallenges = prepare('challenge_delete_all', (db) =>
    db.delete(challenges).where(eq(challenges.accountId, sql.placeholder('accountId'))),
  );
  const removeOver = prepare('challenge_delete_over', (db) =>
    db.delete(challenges).where(lte(challenges.expiresAt, sql.placeholder('now'))),
  );

  return {
    /** Lets only this transaction add passkeys to this account until it ends. */
    *hold(accountId: string): Op<void> {
      yield* lockName('passkeys', accountId);
    },
    /** Passkeys of an account, oldest first. */
    *list(accountId: string): Op<Passkey[]> {
      return yield* list({ accountId });
    },
    *findByCredential(credentialId: Buffer): Op<Passkey | undefined> {
      return (yield* byCredential({ credentialId }))[0];
    },
    *create(passkey: Passkey): Op<void> {
      yield* insert({ ...passkey });
    },
    /** Records a use with the authenticator's counter. False if the counter has not grown although it counts, or the passkey is gone. */
    *use(id: string, counter: number, at: number): Op<boolean> {
      return (yield* use({ id, counter, at })).length > 0;
    },
    /** False if the account does not have it. */
    *remove(accountId: string, id: string): Op<boolean> {
      return (yield* remove({ accountId, id })).length > 0;
    },
    /** Removes all passkeys and challenges of an account. */
    *removeOfAccount(accountId: string): Op<void> {
      yield* removeAll({ accountId });
      yield* removeChallenges({ accountId });
    },
    *challenge(challenge: PasskeyChallenge & { hash: Buffer }): Op<void> {
      yield* insertChallenge({ ...challenge });
    },
    /** Uses up the unexpired challenge with this SHA-256: one for adding a passkey to this account, or one for signing in. */
    *takeChallenge(hash: Buffer, accountId: string | null, now: number): Op<PasskeyChallenge | undefined> {
      const taken = accountId === null ? yield* takeForSignIn({ hash, now }) : yield* takeForAccount({ hash, accountId, now });
      return taken[0];
    },
    /** Removes expired challenges. */
    *removeOverChallenges(now: number): Op<void> {
      yield* removeOver({ now });
    },
  };
}
