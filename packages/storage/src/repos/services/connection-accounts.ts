import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, pickColumns, setColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { accountField, type SealedSecret } from './sealed-secret.ts';

/** An account at a service: its owner and its state. It includes no token. */
export type ConnectionAccount = Tables['connectionAccounts']['$inferSelect'];

/** The account that is meant, and no other one that was connected in its place before or since. */
export type AccountReference = Pick<ConnectionAccount, 'orgId' | 'connectionId' | 'personId' | 'id'>;

/** Result of renewing. */
export type RenewedAccount = Pick<ConnectionAccount, 'expiresAt' | 'scope'>;

export type ConnectionAccountQueries = ReturnType<typeof connectionAccountQueries>;

export function connectionAccountQueries(engine: Engine) {
  const tokens = accountTokens(engine);
  return { ...accountReads(engine), ...accountRenewal(engine, tokens), ...accountChanges(engine, tokens) };
}

type AccountTokens = ReturnType<typeof accountTokens>;

/** The secret of its connection that the tokens of an account are. */
function accountTokens({ prepare, tables: { connectionSecrets } }: Engine) {
  const secretsOf = and(
    eq(connectionSecrets.orgId, sql.placeholder('orgId')),
    eq(connectionSecrets.connectionId, sql.placeholder('connectionId')),
  );
  const ofField = and(secretsOf, eq(connectionSecrets.field, sql.placeholder('field')));
  const tokens = prepare('connection_account_tokens', (db) => db.select().from(connectionSecrets).where(ofField));
  const insertTokens = prepare('connection_account_tokens_insert', (db) =>
    db.insert(connectionSecrets).values(fillColumns(connectionSecrets)),
  );
  const deleteTokens = prepare('connection_account_tokens_delete', (db) => db.delete(connectionSecrets).where(ofField));
  return { tokens, insertTokens, deleteTokens };
}

function accountReads({ prepare, tables: { connectionAccounts, people } }: Engine) {
  const ofConnection = and(
    eq(connectionAccounts.orgId, sql.placeholder('orgId')),
    eq(connectionAccounts.connectionId, sql.placeholder('connectionId')),
  );
  const list = prepare('connection_accounts', (db) =>
    db
      .select({ ...getTableColumns(connectionAccounts), personName: people.name })
      .from(connectionAccounts)
      .leftJoin(people, and(eq(people.orgId, connectionAccounts.orgId), eq(people.id, connectionAccounts.personId)))
      .where(ofConnection)
      .orderBy(asc(connectionAccounts.connectedAt), asc(connectionAccounts.personId))
      .limit(sql.placeholder('limit')),
  );
  const usedBy = prepare('connection_accounts_used_by', (db) =>
    db
      .select(pickColumns(connectionAccounts, 'connectionId', 'personId', 'status'))
      .from(connectionAccounts)
      .where(
        and(
          eq(connectionAccounts.orgId, sql.placeholder('orgId')),
          inArray(connectionAccounts.personId, [sql.placeholder('personId'), '']),
        ),
      ),
  );
  const speaker = prepare('connection_account_speaker', (db) =>
    db
      .select({ personId: connectionAccounts.personId })
      .from(connectionAccounts)
      .where(and(ofConnection, eq(connectionAccounts.status, 'active')))
      .orderBy(
        sql`case when ${connectionAccounts.personId} = ${sql.placeholder('ownerId')} then 0 else 1 end`,
        asc(connectionAccounts.connectedAt),
        asc(connectionAccounts.personId),
      )
      .limit(2),
  );

  return {
    /** Accounts of a connection, oldest first, each with the name of its person. */
    *list(orgId: string, connectionId: string, limit: number): Op<(ConnectionAccount & { personName: string | null })[]> {
      return yield* list({ orgId, connectionId, limit });
    },
    /** Accounts that a person's calls can use: their own ones, and those of the organization. */
    *usedBy(orgId: string, personId: string): Op<Pick<ConnectionAccount, 'connectionId' | 'personId' | 'status'>[]> {
      return yield* usedBy({ orgId, personId });
    },
    /** Account whose tool list is the connection's: the owner's, otherwise the oldest. `isAlone` if no other account is connected. */
    *speaker(orgId: string, connectionId: string, ownerId: string): Op<{ personId: string; isAlone: boolean } | undefined> {
      const [first, second] = yield* speaker({ orgId, connectionId, ownerId });
      return first && { personId: first.personId, isAlone: second === undefined };
    },
  };
}

/** Owners of tokens, and their renewal. */
function accountRenewal({ prepare, tables: { connectionAccounts } }: Engine, { tokens, insertTokens, deleteTokens }: AccountTokens) {
  const ofConnection = and(
    eq(connectionAccounts.orgId, sql.placeholder('orgId')),
    eq(connectionAccounts.connectionId, sql.placeholder('connectionId')),
  );
  const ofPerson = and(ofConnection, eq(connectionAccounts.personId, sql.placeholder('personId')));
  /** Matches if it is unchanged since it was read. */
  const isThis = and(
    ofPerson,
    eq(connectionAccounts.id, sql.placeholder('id')),
    eq(connectionAccounts.status, 'active'),
    eq(connectionAccounts.revision, sql.placeholder('revision')),
  );
  const changed = { id: connectionAccounts.id };
  const find = prepare('connection_account', (db) => db.select().from(connectionAccounts).where(ofPerson));
  const claim = prepare('connection_account_claim', (db) =>
    db
      .update(connectionAccounts)
      .set(setColumns(connectionAccounts, 'claimedAt'))
      .where(and(isThis, or(isNull(connectionAccounts.claimedAt), lte(connectionAccounts.claimedAt, sql.placeholder('over')))))
      .returning(changed),
  );
  const release = prepare('connection_account_release', (db) =>
    db
      .update(connectionAccounts)
      .set({ claimedAt: sql`null` })
      .where(and(isThis, eq(connectionAccounts.claimedAt, sql.placeholder('claimedAt')))),
  );
  const renew = prepare('connection_account_renew', (db) =>
    db
      .update(connectionAccounts)
      .set({
        revision: sql`${connectionAccounts.revision} + 1`,
        ...setColumns(connectionAccounts, 'scope', 'expiresAt'),
        claimedAt: sql`null`,
      })
      .where(isThis)
      .returning(changed),
  );
  const end = prepare('connection_account_end', (db) =>
    db
      .update(connectionAccounts)
      .set({ status: 'ended', ...setColumns(connectionAccounts, 'note'), claimedAt: sql`null` })
      .where(isThis)
      .returning(changed),
  );

  return {
    *find(orgId: string, connectionId: string, personId: string): Op<ConnectionAccount | undefined> {
      return (yield* find({ orgId, connectionId, personId }))[0];
    },
    /** Account with its tokens, as of one instant. */
    *tokens({ orgId, connectionId, personId, id }: AccountReference): Op<{ account: ConnectionAccount; sealed: SealedSecret } | undefined> {
      const account = (yield* find({ orgId, connectionId, personId }))[0];
      const sealed = (yield* tokens({ orgId, connectionId, field: accountField(personId) }))[0];
      return account?.id === id && account.status === 'active' && sealed ? { account, sealed } : undefined;
    },
    /** Lets one process renew its tokens. A claim older than `over` has no effect. */
    *claim(account: AccountReference, revision: number, { claimedAt, over }: { claimedAt: number; over: number }): Op<boolean> {
      return (yield* claim({ ...account, revision, claimedAt, over })).length > 0;
    },
    *release(account: AccountReference, revision: number, claimedAt: number): Op<void> {
      yield* release({ ...account, revision, claimedAt });
    },
    /** Replaces the tokens of a revision with new ones. False if the account has another revision by now. */
    *renew(account: AccountReference, revision: number, { expiresAt, scope }: RenewedAccount, tokens: SealedSecret): Op<boolean> {
      if ((yield* renew({ ...account, revision, expiresAt, scope })).length === 0) return false;
      yield* deleteTokens({ ...account, field: accountField(account.personId) });
      yield* insertTokens({ ...tokens });
      return true;
    },
    /** Ends an account and removes its tokens. False if they were renewed since that revision. */
    *end(account: AccountReference, revision: number, note: string): Op<boolean> {
      if ((yield* end({ ...account, revision, note })).length === 0) return false;
      yield* deleteTokens({ ...account, field: accountField(account.personId) });
      return true;
    },
  };
}

function accountChanges({ prepare, tables: { connectionAccounts } }: Engine, { insertTokens, deleteTokens }: AccountTokens) {
  const ofConnection = and(
    eq(connectionAccounts.orgId, sql.placeholder('orgId')),
    eq(connectionAccounts.connectionId, sql.placeholder('connectionId')),
  );
  const ofPerson = and(ofConnection, eq(connectionAccounts.personId, sql.placeholder('personId')));
  const changed = { id: connectionAccounts.id };
  const insert = prepare('connection_account_insert', (db) => db.insert(connectionAccounts).values(fillColumns(connectionAccounts)));
  const remove = prepare('connection_account_delete', (db) => db.delete(connectionAccounts).where(ofPerson).returning(changed));
  const others = prepare('connection_accounts_of_others', (db) =>
    db
      .select({ personId: connectionAccounts.personId })
      .from(connectionAccounts)
      .where(and(ofConnection, ne(connectionAccounts.personId, sql.placeholder('personId')))),
  );
  const everywhere = prepare('connection_accounts_of_person', (db) =>
    db
      .select({ connectionId: connectionAccounts.connectionId })
      .from(connectionAccounts)
      .where(and(eq(connectionAccounts.orgId, sql.placeholder('orgId')), eq(connectionAccounts.personId, sql.placeholder('personId'))))
      .orderBy(desc(connectionAccounts.connectedAt)),
  );
  function* removeOne(orgId: string, connectionId: string, personId: string): Op<boolean> {
    yield* deleteTokens({ orgId, connectionId, field: accountField(personId) });
    return (yield* remove({ orgId, connectionId, personId })).length > 0;
  }

  return {
    /** Connects an account in the place of the one that was there before. */
    *connect(account: ConnectionAccount, tokens: SealedSecret): Op<void> {
      yield* removeOne(account.orgId, account.connectionId, account.personId);
      yield* insert({ ...account });
      yield* insertTokens({ ...tokens });
    },
    /** Removes an account with its tokens. False if there was none. */
    remove: removeOne,
    /** Removes all accounts of a connection except one person's, and returns their number. */
    *removeOthers(orgId: string, connectionId: string, personId: string | null): Op<number> {
      const found = yield* others({ orgId, connectionId, personId: personId ?? '-' });
      for (const other of found) yield* removeOne(orgId, connectionId, other.personId);
      return found.length;
    },
    /** Removes a person's own in every connection. */
    *removeOfPerson(orgId: string, personId: string): Op<void> {
      for (const { connectionId } of yield* everywhere({ orgId, personId })) yield* removeOne(orgId, connectionId, personId);
    },
  };
}
